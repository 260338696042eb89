import type { Answer, WireRoute } from '../routes.ts'
import { createDoorkeeper, type Etiquette, type MirrorRules } from './etiquette.ts'
import { type HappeningName, happeningNames, happenOn } from './happenings.ts'
import { type MirrorDay, stampOf } from './mirror-day.ts'
import type { MirrorCase } from './mirror-faults.ts'
import { type MirrorRoute, mirrorRoutes } from './mirror-routes.ts'

/** The daily mirror: what it holds now, and what its clients did. */
export interface Mirror {
  readonly day: () => Promise<MirrorDay>
  /** Brings the next build, with what happens on its day. @returns its `last-updated.txt`; throws without one */
  readonly advance: (happens?: readonly HappeningName[]) => Promise<string>
  readonly insistOn: (rules: Partial<MirrorRules>) => void
  readonly etiquette: () => Etiquette
}

/** The mirror, and what the emulator serves it by. */
export interface ServedMirror extends Mirror {
  readonly routes: readonly WireRoute[]
  /** Counts a call and turns away whom the owner would. */
  readonly admit: (path: string, userAgent: string) => Answer | null
  /** Other bodies that could stand in the place of one. */
  readonly caseOf: (path: string, text: string) => Promise<MirrorCase>
  readonly noteSent: (path: string) => void
}

/** Addresses of the emulator's own, which no rule is for. */
const isControl = (path: string) => path.startsWith('/emulator/')

const textOf = ({ text, value }: Answer): string => text ?? (value === undefined ? '' : JSON.stringify(value))

const isHappening = (word: string): word is HappeningName => happeningNames.some((name) => name === word)

/** Creates a mirror over builds that follow each other; they are opened when they are asked for. */
export const createMirror = (builds: AsyncIterable<MirrorDay>, now: () => number): ServedMirror => {
  const source = builds[Symbol.asyncIterator]()
  const doorkeeper = createDoorkeeper(now)
  let current: Promise<MirrorDay> | null = null
  let before: MirrorDay | null = null

  const nextBuild = async (happens: readonly HappeningName[]): Promise<MirrorDay> => {
    const { value, done } = await source.next()
    if (done) throw new Error('The mirror has no further build.')
    return happenOn(value, happens)
  }
  const day = (): Promise<MirrorDay> => {
    current ??= nextBuild([])
    return current
  }
  const advance = async (happens: readonly HappeningName[] = []): Promise<string> => {
    before = await day()
    // A build that cannot be had must not take the place of the one that is there.
    const next = await nextBuild(happens)
    current = Promise.resolve(next)
    return stampOf(next.builtAtMs)
  }

  const answerOf = (route: MirrorRoute, path: string, ofDay: MirrorDay): Answer => {
    const [, categoryId = 0, groupId = 0] = (route.path.exec(path) ?? []).map(Number)
    return route.answer(ofDay, [categoryId, groupId], now())
  }
  const textAt = (path: string, ofDay: MirrorDay): string => {
    const route = mirrorRoutes.find((one) => one.path.test(path))
    return route === undefined ? '' : textOf(answerOf(route, path, ofDay))
  }
  /** An address of the same kind within another product line, or at least another set. */
  const otherPath = (path: string, { groups, products }: MirrorDay): string => {
    const [categoryId, groupId] = (path.match(/\d+/g) ?? []).map(Number)
    const others = [...groups].sort(([a], [b]) => Number(a === categoryId) - Number(b === categoryId))
    const other = others
      .flatMap(([, list]) => list)
      .find((group) => group.groupId !== groupId && (products.get(group.groupId)?.length ?? 0) > 0)
    return path.replace(/\/\d+(\/\d+)?\//, (_, withGroup) =>
      withGroup === undefined ? `/${other?.categoryId}/` : `/${other?.categoryId}/${other?.groupId}/`,
    )
  }

  const control: readonly WireRoute[] = [
    {
      host: 'tcgcsv',
      name: 'advance',
      method: 'POST',
      path: /^\/emulator\/advance$/,
      answer: async ({ url }) => {
        const words = (url.searchParams.get('happens') ?? '').split(',').filter((word) => word !== '')
        const unknown = words.filter((word) => !isHappening(word))
        if (unknown.length > 0)
          return { status: 400, value: { error: `unknown: ${unknown}; known: ${happeningNames}` } }
        return { status: 200, value: { lastUpdated: await advance(words.filter(isHappening)) } }
      },
    },
    {
      host: 'tcgcsv',
      name: 'etiquette',
      method: 'GET',
      path: /^\/emulator\/etiquette$/,
      answer: () => ({ status: 200, value: doorkeeper.etiquette() }),
    },
  ]

  return {
    day,
    advance,
    insistOn: doorkeeper.insistOn,
    etiquette: doorkeeper.etiquette,
    routes: [
      ...mirrorRoutes.map(
        (route): WireRoute => ({
          host: 'tcgcsv',
          name: route.name,
          method: 'GET',
          path: route.path,
          answer: async ({ url }) => answerOf(route, url.pathname, await day()),
        }),
      ),
      ...control,
    ],
    admit: (path, userAgent) => (isControl(path) ? null : doorkeeper.admit(userAgent)),
    caseOf: async (path, text) => {
      const today = await day()
      return { text, otherText: textAt(otherPath(path, today), today), earlierText: textAt(path, before ?? today) }
    },
    noteSent: (path) => {
      if (!path.endsWith('/prices')) return
      void day().then(({ builtAtMs }) => doorkeeper.noteSent(stampOf(builtAtMs), path))
    },
  }
}
