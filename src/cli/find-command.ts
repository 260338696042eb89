import { type Command, UsageError } from './command.ts'
import { didYouMean, nearest } from './suggest.ts'

/** A command, or the words that several begin with, such as `accounts`. */
export type Found =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | {
      readonly kind: 'group'
      readonly name: string
      readonly commands: readonly Command[]
      readonly rest: readonly string[]
    }

const isOption = (word: string): boolean => word.startsWith('-')

const prefixes = (name: string): readonly string[] => {
  const words = name.split(' ')
  return words.map((_, index) => words.slice(0, index + 1).join(' '))
}

const otherNames: ReadonlyMap<string, string> = new Map([
  ['start', 'serve'],
  ['version', '--version'],
])

/** What a mistyped command may have meant: edits away, in another order, or by the word that says what to do. */
const suggestions = (words: readonly string[], commands: readonly Command[]): readonly string[] => {
  const meant = otherNames.get(words[0] as string)
  if (meant !== undefined) return [meant]
  const known = [...new Set(commands.flatMap(({ name }) => prefixes(name)))]
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const typed = words.slice(0, count).join(' ')
    const near = nearest(
      typed,
      known.filter((name) => name.split(' ').length === count),
    )
    if (near.length > 0) return near
  }
  const swapped = known.filter((name) => name === words.slice(0, 2).reverse().join(' '))
  if (swapped.length > 0) return swapped
  return commands.map(({ name }) => name).filter((name) => name.split(' ').at(-1) === words[0])
}

/** Finds the command that the words begin with. @throws UsageError that says what may have been meant */
export const findCommand = (args: readonly string[], commands: readonly Command[]): Found => {
  const end = args.findIndex(isOption)
  const words = end === -1 ? args : args.slice(0, end)
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const name = words.slice(0, count).join(' ')
    const command = commands.find((one) => one.name === name)
    if (command) return { kind: 'command', command, rest: args.slice(count) }
  }
  for (let count = Math.min(2, words.length); count > 0; count--) {
    const name = words.slice(0, count).join(' ')
    const members = commands.filter((one) => one.name.startsWith(`${name} `))
    if (members.length === 0) continue
    if (words.length === count) return { kind: 'group', name, commands: members, rest: args.slice(count) }
    const typed = words.slice(0, count + 1).join(' ')
    const last = members.map((one) => one.name.split(' ')[count] as string)
    const near = nearest(words[count] as string, last).map((word) => `${name} ${word}`)
    throw new UsageError(
      near.length > 0
        ? `"${typed}" is no command${didYouMean(near)}`
        : `"${typed}" is no command; there are ${members.map((one) => one.name).join(', ')}`,
    )
  }
  const near = suggestions(words, commands)
  throw new UsageError(`"${words[0]}" is no command${near.length > 0 ? didYouMean(near) : '; see --help'}`)
}
