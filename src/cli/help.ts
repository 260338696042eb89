import { type Command, type CommandOption, type Screen, shownOptions } from './command.ts'
import type { CommandGroup } from './commands.ts'
import { program } from './program.ts'
import { wrapToWidth } from './text-width.ts'

type Row = readonly [name: string, text: string]

/** Below so many columns a text stands under its name. */
const minTextColumns = 30

/** Names and what they mean in two columns, wrapped to the screen when there is one. */
const definitions = (rows: readonly Row[], screen: Screen | null, indent = '  '): readonly string[] => {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  if (screen === null) return rows.map(([name, text]) => `${indent}${name.padEnd(width)}  ${text}`)
  const left = indent.length + width + 2
  const isBeside = screen.columns - left >= minTextColumns
  return rows.flatMap(([name, text]) => {
    const margin = ' '.repeat(isBeside ? left : indent.length + 4)
    const lines = wrapToWidth(text, screen.columns - margin.length)
    if (!isBeside) return [`${indent}${name}`, ...lines.map((line) => `${margin}${line}`)]
    return lines.map((line, index) => (index === 0 ? `${indent}${name.padEnd(width)}  ${line}` : `${margin}${line}`))
  })
}

const paragraph = (text: string, screen: Screen | null, indent = ''): readonly string[] =>
  (screen === null ? [text] : wrapToWidth(text, screen.columns - indent.length)).map((line) => `${indent}${line}`)

const commandRows = (commands: readonly Command[]): readonly Row[] =>
  commands.map(({ name, summary }) => [name, summary])

const optionRow = ([name, { short, value, help }]: [string, CommandOption]): Row => [
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
  help,
]

export const overview = (groups: readonly CommandGroup[], screen: Screen | null): readonly string[] => [
  `Usage: ${program} COMMAND [OPTIONS]`,
  ...groups.flatMap(({ head, commands }) => ['', `${head}:`, ...definitions(commandRows(commands), screen)]),
  '',
  ...paragraph(
    'Every command but mcp takes --json (one JSON document on stdout, an error as one on stderr); every one ' +
      'takes --verbose (the stack of an error) and --help. --version tells the version.',
    screen,
  ),
  ...paragraph('Exit status: 0 done, 1 the thing asked for failed, 2 wrong usage or configuration.', screen),
]

export const helpOfGroup = (name: string, commands: readonly Command[], screen: Screen | null): readonly string[] => [
  `Usage: ${program} ${name} COMMAND [OPTIONS]`,
  '',
  ...definitions(commandRows(commands), screen),
  '',
  ...paragraph(`${program} ${commands[0]?.name} --help tells the options of one.`, screen),
]

export const helpOfCommand = (command: Command, screen: Screen | null): readonly string[] => {
  const { name, usage, summary, operandHelp = {}, examples = [] } = command
  const operands = Object.entries(operandHelp)
  return [
    `Usage: ${program} ${[name, usage].filter(Boolean).join(' ')}`,
    '',
    ...paragraph(summary, screen, '  '),
    ...(operands.length > 0 ? ['', 'Operands:', ...definitions(operands, screen)] : []),
    '',
    'Options:',
    ...definitions(Object.entries(shownOptions(command)).map(optionRow), screen),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map((example) => `  ${program} ${example}`)] : []),
  ]
}
