/** What is stored is not what was written: a flipped bit, a lost row, a cut tail. Nothing of it is believed. */
export class ArchiveDamagedError extends Error {
  readonly exitStatus = 1

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ArchiveDamagedError'
  }
}
