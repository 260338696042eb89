import { ServiceError } from '../../contract/errors.ts'
import { parseMediaType } from './media-type.ts'

export interface FormPart {
  readonly name: string
  /** Media type that the part declares, in lower case; `null` where it declares none. */
  readonly type: string | null
  /** Bytes of the body itself, not a copy. */
  readonly bytes: Buffer
}

/** More than any form needs, so that the work of reading one stays bounded: each search of the bytes is native. */
const maxParts = 16
const maxHeadBytes = 4096

/** RFC 2046, 5.1.1. */
const boundaryForm = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

const [dash, space, tab] = [0x2d, 0x20, 0x09]
const lineBreak = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

const broken = (what: string): ServiceError => new ServiceError('invalid_body', `The form ${what}.`)

const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start)

/** Name and type of a part, as its head tells them (RFC 7578, 4.2 to 4.8). */
const readHead = (head: Buffer): Omit<FormPart, 'bytes'> => {
  let name: string | undefined
  let type: string | null = null
  for (const line of head.toString('utf8').split('\r\n')) {
    const colon = line.indexOf(':')
    const value = line.slice(colon + 1).trim()
    const parsed = parseMediaType(value)
    switch (line.slice(0, Math.max(0, colon)).toLowerCase()) {
      case 'content-disposition':
        if (parsed?.type === 'form-data') name = parsed.parameters.get('name')
        break
      case 'content-type':
        type = parsed?.type ?? value.toLowerCase()
        break
      case 'content-transfer-encoding':
        if (!/^(?:binary|8bit|7bit)$/i.test(value))
          throw broken('has a part with a Content-Transfer-Encoding; send its bytes as they are')
    }
  }
  if (name === undefined) throw broken('has a part without a name')
  return { name, type }
}

/**
 * Reads a form that lies in memory as a whole (`multipart/form-data`, RFC 7578). Nothing but names and types is copied,
 * so that who wipes the body wipes every part.
 * @throws ServiceError `invalid_body` that says what is wrong
 */
export const parseFormData = (body: Buffer, boundary: string): readonly FormPart[] => {
  if (!boundaryForm.test(boundary))
    throw broken('has no boundary in its Content-Type; leave that header to the library that makes the form')
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const first = startsWith(body, delimiter.subarray(2)) ? -2 : body.indexOf(delimiter)
  if (first === -1) throw broken('does not hold the boundary that its Content-Type names')
  const parts: FormPart[] = []
  for (let at = first + delimiter.length; ; ) {
    if (body[at] === dash && body[at + 1] === dash) return parts
    while (body[at] === space || body[at] === tab) at++
    if (!startsWith(body.subarray(at), lineBreak)) throw broken('is cut off, or its boundary stands within a part')
    if (parts.length === maxParts) throw broken(`has more than ${maxParts} parts`)
    at += lineBreak.length
    const head = body.subarray(at, at + maxHeadBytes)
    // A part without a head begins with the empty line that ends it.
    const headLength = startsWith(head, lineBreak) ? -lineBreak.length : head.indexOf(headEnd)
    if (headLength === -1) throw broken(`has a part whose head does not end within ${maxHeadBytes} bytes`)
    const start = at + headLength + headEnd.length
    const end = body.indexOf(delimiter, start)
    if (end === -1) throw broken('is cut off')
    parts.push({ ...readHead(head.subarray(0, Math.max(0, headLength))), bytes: body.subarray(start, end) })
    at = end + delimiter.length
  }
}
