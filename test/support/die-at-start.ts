/**
 * Loaded before a service (`--import`), kills some of its processes as they start, as the kernel does when memory is
 * short: those of the kind `DIE_KIND` (`calls`, `photos`, or `sync`) whose numbers, in the order of their starts, are
 * among `DIE_STARTS`. The starts are counted in the folder `DIE_FOLDER`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { roleVariable } from '../../src/app/configuration/config.ts'

const { DIE_KIND = '', DIE_STARTS = '', DIE_FOLDER = '' } = process.env
const kind = process.env[roleVariable] ?? process.argv[3]

/** Processes that start at once get a number each. */
const takeNumber = (): number => {
  for (let number = 1; ; number++) {
    try {
      mkdirSync(join(DIE_FOLDER, String(number)))
      return number
    } catch {
      // Another process has it.
    }
  }
}

if (kind === DIE_KIND && DIE_STARTS.split(',').includes(String(takeNumber()))) process.kill(process.pid, 'SIGKILL')
