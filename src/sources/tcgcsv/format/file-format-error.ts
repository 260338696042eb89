/** A file is not what it should be; the message does not name it, since the reader does not know its name. */
export class FileFormatError extends Error {
  override readonly name = 'FileFormatError'
}
