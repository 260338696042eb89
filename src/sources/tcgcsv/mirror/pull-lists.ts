import { emptyList, openList } from '../format/envelope.ts'
import { FileFormatError } from '../format/file-format-error.ts'
import { type MirrorLine, readGroups } from '../format/read-lists.ts'
import { readPrices } from '../format/read-prices.ts'
import { chooseLines, readMirrorLines } from './choose-lines.ts'
import type { MirrorClient } from './mirror-client.ts'
import type { RequestBudget } from './request-budget.ts'
import { SyncError } from './sync-error.ts'
import type { BuildFolder } from './work-folder.ts'

export interface PullProgress {
  readonly step: 'lists' | 'sets' | 'check' | 'record' | 'catalogue'
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
  /** Set or product line being fetched. */
  readonly name: string
}

export interface PullRequest {
  readonly folder: BuildFolder
  readonly client: MirrorClient
  readonly budget: RequestBudget
  readonly onProgress: (progress: PullProgress) => void
}

export const categoriesAddress = '/tcgplayer/categories'
export const groupsAddress = (categoryId: number): string => `/tcgplayer/${categoryId}/groups`
export const productsAddress = (categoryId: number, groupId: number): string =>
  `/tcgplayer/${categoryId}/${groupId}/products`
export const pricesAddress = (categoryId: number, groupId: number): string =>
  `/tcgplayer/${categoryId}/${groupId}/prices`

/** How often a list is asked for whose body cannot be read, in one pull. */
const maxReads = 2

/** What a body holds, or why it cannot be read. */
type Check<T> = (body: string) => { readonly content: T } | { readonly reason: string }

const checkRows: Check<readonly unknown[]> = (body) => {
  const { rows, reason } = openList(body)
  return rows ? { content: rows } : { reason }
}

const checkPrices: Check<null> = (body) => {
  try {
    readPrices(body)
    return { content: null }
  } catch (error) {
    if (error instanceof FileFormatError) return { reason: error.message }
    throw error
  }
}

/**
 * A list: out of the folder, else fetched and kept there, so that a pull that was broken off asks for nothing twice.
 * One that is not there (404) has no rows where that is allowed; a body that cannot be read is asked for once more and
 * never kept.
 */
const getList = async <T>(
  { folder, client }: PullRequest,
  address: string,
  { check, isOptional }: { readonly check: Check<T>; readonly isOptional: boolean },
): Promise<T> => {
  const kept = await folder.read(address)
  const known = kept === null ? null : check(kept)
  if (known && 'content' in known) return known.content
  let reason = ''
  for (let read = 0; read < maxReads; read++) {
    const body = await client.get(address)
    if (body === null && !isOptional) throw new SyncError(`TCGCSV has no ${address} (404).`)
    const checked = check(body ?? emptyList)
    if ('content' in checked) {
      await folder.write(address, body ?? emptyList)
      return checked.content
    }
    reason = checked.reason
  }
  throw new SyncError(
    `TCGCSV answered ${address} with something else than its envelope (${reason}); the next sync resumes.`,
  )
}

/** Fetches the list of product lines and finds those that were asked for. */
export const pullLines = async (
  request: PullRequest,
  words: readonly string[] | null,
): Promise<readonly MirrorLine[]> => {
  request.budget.expect(1)
  return chooseLines(
    readMirrorLines(await getList(request, categoriesAddress, { check: checkRows, isOptional: false })),
    words,
  )
}

/** Fetches every list of these product lines that the folder lacks. */
export const pullLists = async (request: PullRequest, lines: readonly MirrorLine[]): Promise<void> => {
  const { budget, onProgress } = request
  budget.expect(lines.length)
  const sets: { readonly categoryId: number; readonly groupId: number; readonly name: string }[] = []
  for (const [done, { categoryId, name }] of lines.entries()) {
    onProgress({ step: 'lists', done, total: lines.length, name })
    const rows = await getList(request, groupsAddress(categoryId), { check: checkRows, isOptional: false })
    for (const group of readGroups(rows, Number.NaN).values())
      sets.push({ categoryId, groupId: group.groupId, name: group.name })
  }
  for (const [done, { categoryId, groupId, name }] of sets.entries()) {
    budget.expect((sets.length - done) * 2)
    onProgress({ step: 'sets', done, total: sets.length, name })
    // A set without products is answered 404, and has no prices either.
    const products = await getList(request, productsAddress(categoryId, groupId), {
      check: checkRows,
      isOptional: true,
    })
    if (products.length > 0)
      await getList(request, pricesAddress(categoryId, groupId), { check: checkPrices, isOptional: true })
  }
  onProgress({ step: 'sets', done: sets.length, total: sets.length, name: '' })
}
