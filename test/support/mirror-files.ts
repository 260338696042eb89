import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Bodies by path, such as `/tcgplayer/categories`. */
export type MirrorFiles = Readonly<Record<string, string>>

/** A mirror that serves files as they are; a test puts the next day's in their place. */
export interface FileMirror {
  readonly url: string
  readonly publish: (files: MirrorFiles) => void
  /** Calls since the start. */
  readonly calls: () => number
}

export const startFileMirror = async (t: { after: (done: () => Promise<void>) => void }): Promise<FileMirror> => {
  let files: MirrorFiles = {}
  let calls = 0
  const server = createServer(({ url = '' }, response) => {
    calls++
    const body = files[url]
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': url.endsWith('.txt') ? 'text/plain' : 'application/json',
    })
    response.end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: (published) => {
      files = published
    },
    calls: () => calls,
  }
}
