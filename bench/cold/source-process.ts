/** The emulated live source in a process of its own, so that it takes no time from the service. Told by messages how slow it is, and what it saw. */
import { type Emulator, startEmulator } from '../../test/emulator/emulator.ts'

export type SourceMessage = { readonly slowDown: Parameters<Emulator['slowDown']>[0] } | 'takeCalls'

const emulator = await startEmulator()
process.on('message', (message: SourceMessage) => {
  if (message === 'takeCalls') process.send?.(emulator.calls.splice(0).map(({ route, at, doneAt }) => ({ route, at, doneAt })))
  else {
    emulator.slowDown(message.slowDown)
    process.send?.(null)
  }
})
process.on('disconnect', () => process.exit())
process.send?.(emulator.env)
