import { drawCard, encode } from '../../test/support/photos/drawn.ts'
import type { Finding } from '../../test/support/photos/finding.ts'
import { readPhotos } from '../../test/support/photos/labelled.ts'
import { bodyOf, mutate } from '../../test/support/photos/mutate.ts'
import type { ProvedService } from '../../test/support/photos/proved-service.ts'
import { createRandom } from '../../test/support/photos/random.ts'
import { createSources } from './mutation-sources.ts'

const others = 100
const askedTwice = 6

/** The bytes of an answer without the moments in it, which differ by right. */
const withoutMoments = (text: string): string =>
  text.replaceAll(/"(?:fetchedAt":"[^"]*"|cacheHit":(?:true|false))/g, '')

/** A picture that is not read for want of time, on a machine that is busy with something else, is sent again. */
const read = async (service: ProvedService, body: Buffer): Promise<string> => {
  let answer = await service.post(body)
  for (let again = 0; again < 5 && answer.status === 503; again++) answer = await service.post(body)
  return withoutMoments(answer.text)
}

/** Asks for some pictures before and after a hundred others. */
export const proveSameAnswer = async (service: ProvedService, seed: number): Promise<Finding[]> => {
  const photos = readPhotos()
  const step = Math.max(1, Math.floor(photos.length / askedTwice))
  const chosen = photos.filter((_, i) => i % step === 0).slice(0, askedTwice)
  const drawn = await Promise.all(
    [0, 1].map(async (i) => ({ file: `drawn ${i}`, picture: await encode(drawCard(i, 500), 'image/png') })),
  )
  const asked = [...chosen, ...drawn].map(({ file, picture }) => ({ file, body: bodyOf(picture) }))
  const answersOf = async () => {
    const answers: string[] = []
    for (const { body } of asked) answers.push(await read(service, body))
    return answers
  }
  const before = await answersOf()
  const sources = await createSources(createRandom(seed))
  for (let i = 0; i < others; i++) await service.post((await mutate(sources, createRandom(seed, 1_000_000 + i))).body)
  const after = await answersOf()
  const different = asked.flatMap(({ file }, i) =>
    before[i] === after[i] ? [] : [`${file} (${before[i]} and ${after[i]})`],
  )
  return [
    {
      what: `the answers to ${asked.length} pictures before and after ${others} others`,
      measured: different.length === 0 ? 'the same, byte for byte' : `different for ${different.join(', ')}`,
      promised: 'the same',
      isKept: different.length === 0,
    },
  ]
}
