import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from './temp.ts'

/** A certificate for localhost and its key in PEM form, made with openssl; `null` where there is none. */
export const selfSigned = (t: Parameters<typeof tempFolder>[0]): { cert: string; key: string } | null => {
  const folder = tempFolder(t)
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes', '-x509', '-newkey', 'rsa:2048']
  try {
    execFileSync('openssl', ['req', ...subject, '-out', cert, '-keyout', key], { stdio: 'ignore' })
  } catch {
    return null
  }
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}
