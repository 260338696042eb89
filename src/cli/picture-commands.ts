import { readConfig } from '../app/configuration/config.ts'
import { type Command, type CommandContext, CommandError, type CommandResult, mebibytes } from './command.ts'
import { createProgress } from './progress.ts'

/** One call at a time with this pause keeps below five a second. */
const pauseMs = 200
const timeoutMs = 20_000
/** A host that asks for more is left alone, and the build ends. */
const maxWaitMs = 5 * 60_000

const readIndex = async (catalogFile: string) => {
  const { readFile } = await import('node:fs/promises')
  const { openIndex } = await import('../catalog/index/catalog-index.ts')
  try {
    const bytes = await readFile(catalogFile)
    return openIndex(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
  } catch (error) {
    throw new CommandError(`${catalogFile} cannot be used; run catalog import or catalog sync first.`, { cause: error })
  }
}

const build = async (context: CommandContext): Promise<CommandResult> => {
  const { catalogFile, pictureUrl } = await readConfig(context.env)
  const { verifiedPicture } = await import('../sources/public-addresses.ts')
  const { buildFingerprints } = await import('../pictures/build-fingerprints.ts')
  const { fingerprintFileOf } = await import('../pictures/fingerprint-file.ts')
  const { createPictureClient } = await import('../pictures/picture-client.ts')
  const { toPictureFingerprint } = await import('../pictures/picture-fingerprint.ts')
  const { wantedPictures } = await import('../pictures/wanted-pictures.ts')
  const { version } = await import('../app/configuration/version.ts')
  const pathOf = (address: string, productId: number): string | null => {
    const verified = verifiedPicture(address, productId)
    return verified && new URL(verified).pathname
  }
  const wanted = wantedPictures((await readIndex(catalogFile)).products(), pathOf)
  const userAgent = `card-market-data/${version}`
  const client = createPictureClient({ baseUrl: pictureUrl, userAgent, pauseMs, timeoutMs, maxWaitMs, now: Date.now })
  const progress = createProgress(context)
  const report = await buildFingerprints({
    file: fingerprintFileOf(catalogFile),
    wanted,
    client,
    toFingerprint: toPictureFingerprint,
    onProgress: (done, total) => progress.show(done, total, `${done} of ${total} pictures`),
  }).finally(() => {
    progress.end()
    client.close()
  })
  const { file, sizeBytes, fingerprints, made, absent, failed, requests } = report
  return {
    json: report,
    lines: [
      `${fingerprints} fingerprints, ${made} of them new, ${mebibytes(sizeBytes)} in ${file}; ${requests} requests`,
      ...(absent === 0 ? [] : [`${absent} pictures are not there`]),
      ...(failed.total === 0 ? [] : [`${failed.total} pictures failed; the next build tries them again:`]),
      ...failed.first.map(({ productId, reason }) => `  ${productId} ${reason}`),
    ],
  }
}

const status = async ({ env }: CommandContext): Promise<CommandResult> => {
  const { catalogFile } = await readConfig(env)
  const { fingerprintFileOf, openFingerprintFile } = await import('../pictures/fingerprint-file.ts')
  const file = fingerprintFileOf(catalogFile)
  const opened = await openFingerprintFile(file)
  if (opened === null)
    return {
      json: { state: 'missing', file },
      lines: [`There are no fingerprints at ${file}; catalog pictures build makes them.`],
    }
  const { sizeBytes, productIds } = opened
  await opened.close()
  return {
    json: { state: 'ready', file, fingerprints: productIds.length, sizeBytes },
    lines: [`${productIds.length} fingerprints, ${mebibytes(sizeBytes)} in ${file}`],
  }
}

export const pictureCommands: readonly Command[] = [
  {
    name: 'catalog pictures build',
    summary:
      "fetch the catalogue's pictures into fingerprints that order printings of one name; goes on where it ended",
    examples: ['catalog pictures build'],
    run: build,
  },
  {
    name: 'catalog pictures status',
    summary: 'show how many fingerprints of pictures there are',
    examples: ['catalog pictures status'],
    run: status,
  },
]
