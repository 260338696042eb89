import type { Command } from './command.ts'
export const catalogCommands: readonly Command[] = []
