import { open } from 'node:fs/promises'

/** Of mmap(2), as Linux has them on every processor that Node runs on. */
const protRead = 1
const mapShared = 1
const mapFailed = 0xffff_ffff_ffff_ffffn

const signatures = {
  mmap: { arguments: ['pointer', 'uint64', 'int32', 'int32', 'int32', 'int64'], return: 'pointer' },
  munmap: { arguments: ['pointer', 'uint64'], return: 'int32' },
} as const

/** Flags for a Node that can map files; empty where it cannot. */
export const mapFileFlags: readonly string[] =
  process.platform === 'linux' && process.allowedNodeEnvironmentFlags.has('--experimental-ffi')
    ? ['--experimental-ffi', '--disable-warning=ExperimentalWarning']
    : []

/** Whether this process was started with them, and so can call functions of C. */
export const isStartedToMap = mapFileFlags.length > 0 && mapFileFlags.every((flag) => process.execArgv.includes(flag))

const loadLibrary = async () => {
  const ffi = await import('node:ffi')
  const { functions } = ffi.dlopen(null, signatures)
  const mappings = new FinalizationRegistry<{ address: bigint; bytes: bigint }>(({ address, bytes }) => {
    functions.munmap(address, bytes)
  })
  return { ffi, functions, mappings }
}

let library: ReturnType<typeof loadLibrary> | null = null

/**
 * Maps a file into memory that every process which maps it has in common, until nothing refers to it any more. It must
 * never be written to or cut off: who reads what is gone ends with SIGBUS, and who writes into the buffer with SIGSEGV.
 * @returns `null` where this process was started without `mapFileFlags`
 */
export const mapFile = async (file: string): Promise<ArrayBuffer | null> => {
  if (!isStartedToMap) return null
  library ??= loadLibrary()
  const { ffi, functions, mappings } = await library
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const bytes = BigInt(size)
    const address = functions.mmap(0n, bytes, protRead, mapShared, handle.fd, 0n)
    if (address === mapFailed) throw new Error(`${file} cannot be mapped.`)
    const buffer = ffi.toArrayBuffer(address, size, false)
    mappings.register(buffer, { address, bytes })
    return buffer
  } finally {
    await handle.close()
  }
}
