import { type Command, shownOptions, UsageError } from './command.ts'

/** What may follow each run of words, by these words: the next words of commands, or the options of one. */
const nextWords = (commands: readonly Command[]): ReadonlyMap<string, readonly string[]> => {
  const next = new Map<string, Set<string>>()
  const add = (before: string, word: string) => next.set(before, (next.get(before) ?? new Set()).add(word))
  for (const command of commands) {
    const { name } = command
    const words = name.split(' ')
    for (const [at, word] of words.entries()) add(words.slice(0, at).join(' '), word)
    for (const option of Object.keys(shownOptions(command))) add(name, `--${option}`)
  }
  return new Map([...next].map(([before, words]) => [before, [...words]]))
}

const isOption = (word: string): boolean => word.startsWith('--')

/**
 * Bash takes options off the words before the cursor, then words from their end until they are known: those were operands and values, behind which options alone follow. It
 * offers files where nothing fits. Zsh takes a letter behind the colon for a modifier.
 */
const bash = (next: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const cases = [...next].map(([before, words]) => {
    const [flags, names] = [words.filter(isOption), words.filter((word) => !isOption(word))]
    return `      "${before}") names="${names.join(' ')}" flags="${flags.join(' ')}" ;;`
  })
  return `_card_market() {
  local word before="" names="" flags="" shortened=""
  for word in "\${COMP_WORDS[@]:1:$COMP_CWORD-1}"; do
    [[ $word == -* ]] || before="\${before:+$before }$word"
  done
  while true; do
    case $before in
${cases.join('\n')}
      *" "*) before="\${before% *}"; shortened=yes; continue ;;
    esac
    break
  done
  [[ -z $shortened ]] || names=""
  COMPREPLY=($(compgen -W "$names $flags" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _card_market card-market`.split('\n')
}

/** Zsh runs functions for bash when it is told to. */
const zsh = (next: ReadonlyMap<string, readonly string[]>): readonly string[] => [
  '#compdef card-market',
  'autoload -U +X compinit && compinit -u',
  'autoload -U +X bashcompinit && bashcompinit',
  ...bash(next),
]

/** Fish joins words with spaces where they stand in quotes. */
const fish = (next: ReadonlyMap<string, readonly string[]>): readonly string[] => [
  'function __card_market_words',
  "  string match -v -- '-*' (commandline -opc)[2..]",
  'end',
  'function __card_market_after',
  '  set -l words (__card_market_words)',
  '  test "$words" = "$argv"',
  'end',
  'function __card_market_runs',
  '  set -l words (__card_market_words)',
  '  string match -q -- "$argv*" "$words"',
  'end',
  ...[...next].flatMap(([before, words]) => {
    const names = words.filter((word) => !isOption(word))
    return [
      ...(names.length > 0 ? [`complete -c card-market -f -n '__card_market_after ${before}' -a '${names.join(' ')}'`] : []),
      ...words.filter(isOption).map((word) => `complete -c card-market -n '__card_market_runs ${before}' -l ${word.slice(2)}`),
    ]
  }),
]

const shells = { bash, zsh, fish } as const

/** `commands` is called late: the table holds this command too. */
export const completionCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  usage: 'bash|zsh|fish',
  summary: 'print what makes a shell complete commands and options of card-market with the Tab key',
  operands: [1, 1],
  operandHelp: { 'bash|zsh|fish': 'the shell that is to complete' },
  examples: ['completion bash', 'completion zsh', 'completion fish'],
  run: async ({ operands }) => {
    const shell = operands[0] as string
    if (!Object.hasOwn(shells, shell)) throw new UsageError(`completion knows bash, zsh and fish; it is "${shell}"`)
    const lines = shells[shell as keyof typeof shells](nextWords(commands()))
    return { json: { shell, script: lines.join('\n') }, lines }
  },
})
