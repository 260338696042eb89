import { accountsCommands } from './accounts-commands.ts'
import { archiveCommands } from './archive-commands.ts'
import { catalogCommands } from './catalog-commands.ts'
import { clientCommands } from './client-commands.ts'
import type { Command } from './command.ts'
import { databaseCommands } from './database-commands.ts'
import { doctorCommand } from './doctor.ts'
import { marketCommands } from './market-commands.ts'
import { nameCommands } from './name-commands.ts'
import { pictureCommands } from './picture-commands.ts'
import { serviceCommands } from './service-commands.ts'

export interface CommandGroup {
  readonly head: string
  readonly commands: readonly Command[]
}

/** Every command, in the order and under the heads of the help. */
export const commandGroups: readonly CommandGroup[] = [
  { head: 'The service', commands: [...serviceCommands, doctorCommand] },
  { head: 'Accounts, keys and usage', commands: accountsCommands },
  { head: 'The catalogue', commands: [...catalogCommands, ...nameCommands, ...pictureCommands] },
  { head: 'Prices', commands: [...marketCommands, ...archiveCommands] },
  { head: 'The database', commands: databaseCommands },
  { head: 'Calling a running service', commands: clientCommands },
]

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands)
