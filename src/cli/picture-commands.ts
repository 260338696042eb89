import { readConfig } from '../app/configuration/config.ts'
import type { CatalogProduct } from '../catalog/ports.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  type CommandResult,
  formatTable,
  mebibytes,
} from './command.ts'
import { createProgress, describeTimeLeft } from './progress.ts'
import { didYouMean, nearest } from './suggest.ts'

/** One call at a time with this pause keeps below five a second. */
const pauseMs = 200
/** What a picture is reckoned at before the first is fetched: docs/pictures.md. */
const reckoned = { callMs: 50, bytes: 15_000 } as const
const timeoutMs = 20_000
/** A host that asks for more is left alone, and the build ends. */
const maxWaitMs = 5 * 60_000

/** The imported catalogue, and the pictures of it that may break a tie of a chosen product. */
const readCatalog = async (catalogFile: string) => {
  const { readFile } = await import('node:fs/promises')
  const { openIndex } = await import('../catalog/index/catalog-index.ts')
  const { verifiedPicture } = await import('../sources/public-addresses.ts')
  const { wantedPictures } = await import('../pictures/wanted-pictures.ts')
  const pathOf = (address: string, productId: number): string | null => {
    const verified = verifiedPicture(address, productId)
    return verified && new URL(verified).pathname
  }
  try {
    const bytes = await readFile(catalogFile)
    const index = openIndex(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
    const products = [...index.products()]
    const picturesOf = (isChosen?: (product: CatalogProduct) => boolean) => wantedPictures(products, pathOf, isChosen)
    return { categories: index.categories(), products, picturesOf }
  } catch (error) {
    throw new CommandError(`${catalogFile} cannot be used; run catalog import or catalog sync first.`, { cause: error })
  }
}

/** The products that an option names by id or slug; all without it. @throws CommandError naming what is near */
const choose = (
  { options }: CommandContext,
  option: 'category' | 'group',
  products: readonly CatalogProduct[],
  keysOf: (product: CatalogProduct) => readonly [id: number | null, slug: string | null],
): readonly CatalogProduct[] => {
  const words = (options as Record<string, unknown>)[option] as readonly string[] | undefined
  const named = words?.flatMap((typed) => {
    const word = typed.trim().toLowerCase()
    const found = products.filter((product) => keysOf(product).some((key) => key !== null && String(key) === word))
    if (found.length > 0) return found
    const slugs = [...new Set(products.map((product) => keysOf(product)[1] ?? ''))]
    const holding = slugs.filter((slug) => word !== '' && slug.includes(word))
    const near = didYouMean((holding.length > 0 ? holding : nearest(word, slugs)).slice(0, 4))
    throw new CommandError(`--${option}: the catalogue has no slug or id ${JSON.stringify(word)}${near}`)
  })
  return named ?? products
}

const build = async (context: CommandContext): Promise<CommandResult> => {
  const { catalogFile, pictureUrl } = await readConfig(context.env)
  const { buildFingerprints } = await import('../pictures/build-fingerprints.ts')
  const { fingerprintFileOf } = await import('../pictures/fingerprint-file.ts')
  const { createPictureClient } = await import('../pictures/picture-client.ts')
  const { toPictureFingerprint } = await import('../pictures/picture-fingerprint.ts')
  const { version } = await import('../app/configuration/version.ts')
  const { products, picturesOf } = await readCatalog(catalogFile)
  const ofLines = choose(context, 'category', products, ({ categoryId, categorySlug }) => [categoryId, categorySlug])
  const chosen = new Set(choose(context, 'group', ofLines, ({ setId, setSlug }) => [setId, setSlug]))
  const wanted = picturesOf((product) => chosen.has(product))
  if (wanted.length === 0)
    throw new CommandError('No card here shares its name with another one that has a picture: no tie to break.')
  const keep = new Set(picturesOf().map(({ productId }) => productId))
  const userAgent = `card-market-data/${version}`
  const client = createPictureClient({ baseUrl: pictureUrl, userAgent, pauseMs, timeoutMs, maxWaitMs, now: Date.now })
  const progress = createProgress(context)
  const report = await buildFingerprints({
    file: fingerprintFileOf(catalogFile),
    wanted,
    keep,
    client,
    toFingerprint: toPictureFingerprint,
    onPlan: (pictures, bytes, isAnew) => {
      if (pictures === 0 || (context.options.json && context.output.errorScreen === null)) return
      if (isAnew) context.output.err('The file of fingerprints was damaged: build your other selections again, too.')
      const time = describeTimeLeft(pictures * (pauseMs + reckoned.callMs))
      const traffic = mebibytes(pictures * reckoned.bytes)
      context.output.err(
        `${pictures} pictures to fetch, ${traffic} in about ${time}; the file will have ${mebibytes(bytes)}`,
      )
    },
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
  await opened?.close()
  const known = new Set(opened?.productIds)
  const { categories, products, picturesOf } = await readCatalog(catalogFile)
  const wanted = new Set(picturesOf().map(({ productId }) => productId))
  const withPicture = products.filter(({ productId }) => wanted.has(productId))
  const lines = categories.flatMap(({ name, slug }) => {
    const ofLine = withPicture.filter(({ categorySlug }) => categorySlug === slug)
    const fingerprints = ofLine.filter(({ productId }) => known.has(productId)).length
    return ofLine.length === 0 ? [] : [{ name, slug, fingerprints, pictures: ofLine.length }]
  })
  const { sizeBytes = 0 } = opened ?? {}
  return {
    json: { state: opened ? 'ready' : 'missing', file, fingerprints: known.size, sizeBytes, categories: lines },
    lines: [
      opened
        ? `${known.size} fingerprints, ${mebibytes(sizeBytes)} in ${file}`
        : `There are no fingerprints at ${file}; catalog pictures build makes them.`,
      ...formatTable([['product line', 'slug', 'fingerprints', 'of'], ...lines.map(Object.values)]),
    ],
  }
}

const chosenBy = (of: string) => ({ type: 'string', multiple: true, value: 'SLUG', help: of }) as const

export const pictureCommands: readonly Command[] = [
  {
    name: 'catalog pictures build',
    usage: '[--category SLUG]... [--group SLUG]...',
    summary:
      "fetch the catalogue's pictures into fingerprints that order printings of one name; goes on where it ended, " +
      'and keeps what was built of other product lines and sets',
    options: {
      category: chosenBy('product line by slug or id; may be repeated (default: all)'),
      group: chosenBy('set by slug or id, with all printings of its names; may be repeated (default: all)'),
    },
    examples: ['catalog pictures build', 'catalog pictures build --category pokemon'],
    run: build,
  },
  {
    name: 'catalog pictures status',
    summary: 'show how many fingerprints of pictures there are of each product line, and of how many',
    examples: ['catalog pictures status'],
    run: status,
  },
]
