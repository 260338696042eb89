import { startOther } from './other-server.ts'

/** Bodies by path, such as `/tcgplayer/categories`. */
export type MirrorFiles = Readonly<Record<string, string>>

/** A mirror that serves files as they are; a test puts the next day's in their place. */
export interface FileMirror {
  readonly url: string
  readonly publish: (files: MirrorFiles) => void
  /** Calls since the start. */
  readonly calls: () => number
}

export const startFileMirror = async (t: { after: (done: () => void) => void }): Promise<FileMirror> => {
  let files: MirrorFiles = {}
  let calls = 0
  const url = await startOther(t, ({ url = '' }, response) => {
    calls++
    const body = files[url]
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': url.endsWith('.txt') ? 'text/plain' : 'application/json',
    })
    response.end(body)
  })
  return {
    url,
    publish: (published) => {
      files = published
    },
    calls: () => calls,
  }
}
