import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { callOnce } from '../../test/support/load.ts'
import { drawCard, type Encoded } from '../../test/support/photos/drawn.ts'
import type { Finding } from '../../test/support/photos/finding.ts'
import { bodyOf } from '../../test/support/photos/mutate.ts'
import type { ProvedService, Workspace } from '../../test/support/photos/proved-service.ts'
import { createRandom, type Random } from '../../test/support/photos/random.ts'

/** Something to look for, and what it is a trace of. */
interface Needle {
  readonly name: string
  readonly bytes: Buffer
}

const pixelTrace = 'decoded pixels'

const bytesOf = ({ below }: Random, length: number): Buffer => Buffer.from(Array.from({ length }, () => below(256)))

/**
 * The part of a run's base64 that does not depend on its neighbours, for each of the three ways in which it can be
 * aligned.
 */
const base64Needles = (name: string, bytes: Buffer): Needle[] =>
  [0, 1, 2].map((shift) => {
    const text = bytes.subarray((3 - shift) % 3).toString('base64')
    return { name: `${name}, as base64`, bytes: Buffer.from(text.slice(0, Math.floor(text.length / 4) * 4 - 4)) }
  })

/**
 * A JPEG with a run of bytes in its comment, and a PNG with a run of pixels and a chunk of text, none of which occurs
 * anywhere else.
 */
const createMarked = async (random: Random): Promise<{ pictures: Encoded[]; needles: Needle[] }> => {
  const [comment, chunk, pixels] = [bytesOf(random, 60), bytesOf(random, 60), bytesOf(random, 48)]
  const jpeg = await drawCard(1, 500).jpeg().toBuffer()
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  const { data, info } = await drawCard(2, 500).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let y = 100; y < 140; y++) pixels.copy(data, (y * info.width + 60) * 3)
  const png = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer()
  const text = Buffer.concat([
    Buffer.from('\0\0\0\0zTXt', 'latin1'),
    Buffer.from('note\0\0'),
    deflateSync('x'),
    chunk,
    Buffer.alloc(4),
  ])
  text.writeUInt32BE(text.length - 12)
  return {
    pictures: [
      { bytes: Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]), type: 'image/jpeg' },
      { bytes: Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]), type: 'image/png' },
    ],
    needles: [
      { name: 'bytes of the file', bytes: comment },
      { name: 'bytes of the file', bytes: chunk },
      { name: pixelTrace, bytes: pixels },
      ...base64Needles('bytes of the file', comment),
      ...base64Needles('bytes of the file', chunk),
    ],
  }
}

/** How often each trace occurs in some bytes. */
const countIn = (bytes: Buffer, needles: readonly Needle[], found: Map<string, number>): void => {
  for (const needle of needles)
    for (let at = bytes.indexOf(needle.bytes); at !== -1; at = bytes.indexOf(needle.bytes, at + 1))
      found.set(needle.name, (found.get(needle.name) ?? 0) + 1)
}

const blockBytes = 32 * 1024 * 1024
/** Blocks overlap by this much, so that nothing is cut apart. */
const overlapBytes = 256

/** Reads all memory that a process may write to, block by block. */
const searchMemory = (pid: number, needles: readonly Needle[]): Map<string, number> => {
  const found = new Map<string, number>()
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const block = Buffer.alloc(blockBytes + overlapBytes)
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from, to, rights] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? []
    if (!from || !to || !rights?.startsWith('rw')) continue
    for (let at = Number.parseInt(from, 16); at < Number.parseInt(to, 16); at += blockBytes) {
      const length = Math.min(block.length, Number.parseInt(to, 16) - at)
      try {
        countIn(block.subarray(0, readSync(memory, block, 0, length, at)), needles, found)
      } catch {
        // What was unmapped meanwhile, or cannot be read, holds nothing of ours.
      }
    }
  }
  closeSync(memory)
  block.fill(0)
  return found
}

const describe = (found: Map<string, number>): string =>
  found.size === 0 ? 'nothing found' : [...found].map(([name, count]) => `${count} × ${name}`).join(', ')

const otherPictures = 8
const otherRequests = 2000

/** Has marked pictures read, then looks for them on disk, in the log and in the memory of the process. */
export const proveNoTraces = async (
  service: ProvedService,
  { folder, key }: Workspace,
  seed: number,
): Promise<Finding[]> => {
  const { pictures, needles } = await createMarked(createRandom(seed, 7))
  const bodies = pictures.map(bodyOf)
  const others = Array.from({ length: otherPictures }, (_, i) =>
    drawCard(3 + i, 300)
      .jpeg()
      .toBuffer(),
  )
  const otherBodies = (await Promise.all(others)).map((bytes) => bodyOf({ bytes, type: 'image/jpeg' }))
  const statuses: number[] = []
  const during = new Map<string, number>()
  // That the search finds what is there is seen while a picture is being read; one that was too quick for it is sent
  // again.
  const sent = [...bodies, ...Array.from({ length: 4 }, () => bodies[1] as Buffer)]
  for (const [i, body] of sent.entries()) {
    if (i >= bodies.length && during.has(pixelTrace)) break
    let isRead = false
    const answer = service.post(body).finally(() => {
      isRead = true
    })
    while (!isRead) {
      for (const [name, count] of searchMemory(service.pid, needles))
        during.set(name, Math.max(during.get(name) ?? 0, count))
      await delay(1)
    }
    statuses.push((await answer).status)
  }
  await delay(500)
  const atOnce = searchMemory(service.pid, needles)
  for (const body of otherBodies) await service.post(body)
  for (let i = 0; i < otherRequests; i++) await callOnce(service.address, '/v1/products/990010/prices', key)
  for (let i = 0; i < 3; i++) {
    await service.order('collect')
    await delay(300)
  }
  const later = searchMemory(service.pid, needles)
  const onDisk = new Map<string, number>()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) countIn(readFileSync(join(parentPath, name)), needles, onDisk)
  const inLog = new Map<string, number>()
  countIn(Buffer.from(service.printed()), needles, inLog)
  const promised = 'no picture byte'
  return [
    {
      what: `on disk, in ${files.length} files of data and temporary folder`,
      measured: describe(onDisk),
      promised,
      isKept: onDisk.size === 0,
    },
    {
      what: `in the log, ${service.printed().length} characters`,
      measured: describe(inLog),
      promised,
      isKept: inLog.size === 0,
    },
    {
      what: `in memory half a second after marked pictures were read (${statuses.join(', ')})`,
      measured: `${describe(atOnce)}; while they were read ${describe(during)}`,
      promised: 'no decoded pixel; garbage that is not yet collected is only counted',
      isKept: !atOnce.has(pixelTrace) && during.has(pixelTrace),
    },
    {
      what: `in memory after ${otherPictures} other pictures, ${otherRequests} other requests and a garbage collection`,
      measured: describe(later),
      promised,
      isKept: later.size === 0,
    },
  ]
}
