import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { SeenCall } from '../../test/emulator/emulator.ts'
import type { SourceMessage } from './source-process.ts'

export type TimedCall = Pick<SeenCall, 'route' | 'at' | 'doneAt'>

/** The emulated live source, in another process. */
export interface SlowSource {
  /** Settings that point a service at it. */
  readonly env: Readonly<Record<string, string>>
  /** Waits so many milliseconds before each answer, or before those of the routes that are named. */
  readonly slowDown: (latency: Extract<SourceMessage, object>['slowDown']) => Promise<void>
  /** The calls since the last time. */
  readonly takeCalls: () => Promise<readonly TimedCall[]>
  readonly close: () => void
}

export const startSource = async (): Promise<SlowSource> => {
  const child = fork(new URL('./source-process.ts', import.meta.url))
  const [env] = await once(child, 'message')
  const tell = async (message: SourceMessage): Promise<unknown> => {
    child.send(message)
    return (await once(child, 'message'))[0]
  }
  return {
    env,
    slowDown: async (slowDown) => void (await tell({ slowDown })),
    takeCalls: async () => (await tell('takeCalls')) as readonly TimedCall[],
    close: () => child.kill('SIGKILL'),
  }
}
