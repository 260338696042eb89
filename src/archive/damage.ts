/** What is stored is not what was written: a flipped bit, a lost row, a cut tail. Nothing of it is believed. */
export class ArchiveDamagedError extends Error {
  override readonly name = 'ArchiveDamagedError'
  readonly exitStatus = 1
}
