import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** 128 bits: nobody can try so many. */
const tagBytes = 16

/**
 * Keeps what lies where others can write honest (HMAC-SHA256, RFC 2104). What was signed in one context opens in the
 * same context alone, so that whoever lacks the secret can neither make a value nor move one to where another belongs.
 */
export const createSigner = (secret: KeyObject) => {
  const tagOf = (context: string, content: Buffer): Buffer =>
    createHmac('sha256', secret).update(`${context}\n`).update(content).digest().subarray(0, tagBytes)
  return {
    /** A name that tells nothing about the text it stands for, and that nobody else can work out. */
    nameOf: (text: string): string => createHmac('sha256', secret).update(`name\n${text}`).digest('base64url'),
    sign: (context: string, content: Buffer): Buffer => Buffer.concat([tagOf(context, content), content]),
    /** @returns the content, or `null` when it was not signed in this context */
    verify: (context: string, signed: Buffer): Buffer | null => {
      const content = signed.subarray(tagBytes)
      return signed.length >= tagBytes && timingSafeEqual(signed.subarray(0, tagBytes), tagOf(context, content))
        ? content
        : null
    },
  }
}

export type Signer = ReturnType<typeof createSigner>
