import { open } from 'node:fs/promises'
import { decodeText, readWholeList, type WholeList } from '../../packages/client/src/client.ts'
import { CommandError } from './command.ts'

/** A list of a hundred thousand rows has about as much. */
const maxBytes = 5 * 1024 * 1024

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'it may not be read',
  }),
)

const readBytes = async (chunks: AsyncIterable<Uint8Array>, name: string): Promise<Uint8Array> => {
  const read: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw new CommandError(`${name}: larger than 5 MiB; split the list`)
    read.push(chunk)
  }
  return Buffer.concat(read)
}

const readFile = async (path: string): Promise<Uint8Array> => {
  try {
    await using file = await open(path)
    return await readBytes(file.createReadStream({ autoClose: false }), path)
  } catch (error) {
    const reason = reasons.get((error as NodeJS.ErrnoException).code ?? '')
    throw reason === undefined ? error : new CommandError(`${path}: ${reason}`)
  }
}

/** Reads the list in a file, or in the standard input for `-`. @throws CommandError when there is none */
export const readListFile = async (path: string, input: AsyncIterable<Uint8Array>): Promise<WholeList> => {
  const name = path === '-' ? 'standard input' : path
  const text = decodeText(path === '-' ? await readBytes(input, name) : await readFile(path))
  if (text.includes('\0')) throw new CommandError(`${name}: it is no text; save the list as CSV or plain text`)
  const list = readWholeList(text)
  if (list.problem !== null) throw new CommandError(`${name}: ${list.problem}`)
  if (list.rows.length === 0) throw new CommandError(`${name}: it names no card`)
  return list
}
