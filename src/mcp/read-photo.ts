import { readFile, stat } from 'node:fs/promises'
import { photoDataUrl } from '../../packages/client/src/photo.ts'
import { imageLimitBytes } from '../contract/identification.ts'

/** The photo that a tool was given cannot be used; the message tells the agent why. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError'
}

/** Puts the picture in the place of its path. Only pictures are sent, and only small enough ones. @throws PhotoError */
export const readPhoto = async (input: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> => {
  const { path, ...rest } = input
  if (typeof path !== 'string') return rest
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  )
  if (size === null) throw new PhotoError(`There is no file ${path}.`)
  if (size > imageLimitBytes) throw new PhotoError(`${path} is larger than 6 MiB.`)
  const imageDataUrl = await photoDataUrl(await readFile(path))
  if (imageDataUrl.startsWith('data:image/unknown')) throw new PhotoError(`${path} is not a PNG, JPEG or WebP picture.`)
  return { ...rest, imageDataUrl }
}
