import Type, { type Static } from 'typebox'
import { identificationEndpoints } from '../contract/identification.ts'
import { PhotoAnswer, photoAnswer } from './answers/identification.ts'
import { PhotoError, type PhotoFolder } from './photo-folder.ts'
import { contractTextOf, defineTool, type Tool, type ToolCall } from './tool.ts'

const { setHint, category } = identificationEndpoints.identifyImage.body.properties
const { title } = contractTextOf('identifyImage')

/** Of its own: the contract's tells how a picture is sent over HTTP. */
const description =
  'Reads the text on a picture of a card, suggests a query for review and looks it up. The picture is neither ' +
  'kept nor logged. Where nothing can be read, read is empty and identification null.'

const imageDataUrl = Type.String({
  description: 'Complete `data:image/png|jpeg|webp;base64,…` URL of at most 6 MiB decoded.',
  // Its beginning alone: what is long is checked by the service, once.
  pattern: '^data:image/(png|jpeg|webp)(;[^,]*)?;base64,',
})

const SentPhoto = Type.Object({ imageDataUrl, setHint, category })

const advice =
  'Follow advice: take the first candidate, show_printings to choose from, review (show what was read, correct ' +
  'the query and call card_identify), or retry with another photo. ' +
  'Several cards on one photo come back as cards, each with its own advice, where at least two of them could be ' +
  'read and are in the catalogue; else one comes back, though the photo may show more.'

const shared = { name: 'card_identify_photo', title, kind: 'photos', output: PhotoAnswer } as const

const readPhoto = async ({ client, signal, onStep }: ToolCall, input: Static<typeof SentPhoto>) => {
  const { data, remaining } = await client.identifyImage(input, { signal, onStep })
  return { data: photoAnswer(data), remaining }
}

/** Makes the tool that reads a photo: one that is sent, and where there is a folder one that is named. */
export const photoTool = (folder: PhotoFolder | null): Tool =>
  folder === null
    ? defineTool({ ...shared, description: `${description} ${advice}`, input: SentPhoto, run: readPhoto })
    : defineTool({
        ...shared,
        description: `${description} Give either path or imageDataUrl. ${advice}`,
        input: Type.Object({
          path: Type.Optional(
            Type.String({
              maxLength: 4_096,
              description: `PNG, JPEG or WebP file of at most 6 MiB below ${folder.path}.`,
            }),
          ),
          imageDataUrl: Type.Optional(imageDataUrl),
          setHint,
          category,
        }),
        needsOneOf: { names: ['path', 'imageDataUrl'] },
        run: async (call, { path, imageDataUrl, ...rest }) => {
          if (path !== undefined && imageDataUrl !== undefined)
            throw new PhotoError('Give either path or imageDataUrl, not both.')
          return readPhoto(call, {
            ...rest,
            imageDataUrl: path === undefined ? (imageDataUrl ?? '') : await folder.read(path),
          })
        },
      })
