import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { selfSigned } from './certificate.ts'
import { ended, spawned } from './process.ts'
import { freePort } from './servers.ts'
import { tempFolder } from './temp.ts'

/** Why a test that needs HAProxy is skipped; `false` where it is installed. */
export const withoutHaproxy =
  spawnSync('haproxy', ['-v']).error === undefined ? (false as const) : 'there is no haproxy'

/** The deployed files with the addresses of a test in place of theirs; whatever else they say is what is tested. */
const configured = (file: string, replaced: Readonly<Record<string, string>>): string =>
  Object.entries(replaced).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} does not name ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(new URL(`../../deploy/haproxy/${file}`, import.meta.url), 'utf8'),
  )

/** Of a tenth of a second: three of the proxy's own checks. */
const steadyChecks = 30

/** HAProxy with the deployed configuration, TLS in front, before the processes at these two ports of this machine. */
export const startHaproxy = async (t: TestContext, ports: readonly [number, number]) => {
  const [insecure, secure, status] = [await freePort(), await freePort(), await freePort()]
  const folder = tempFolder(t)
  const certificates = join(folder, 'certificates')
  mkdirSync(certificates)
  const replaceCertificate = () => {
    const pair = selfSigned(t)
    if (pair === null) throw new Error('openssl is needed')
    writeFileSync(join(certificates, 'site.pem'), pair.cert + pair.key)
    return pair.cert
  }
  const cert = replaceCertificate()
  const files = [
    [
      'haproxy.cfg',
      { 'api-1:8787': `127.0.0.1:${ports[0]}`, 'api-2:8787': `127.0.0.1:${ports[1]}`, ':8405': `127.0.0.1:${status}` },
    ],
    [
      'https.cfg',
      { ':8080': `127.0.0.1:${insecure}`, ':8443': `127.0.0.1:${secure}`, '/certificates/': `${certificates}/` },
    ],
  ] as const
  const args = files.flatMap(([file, replaced]) => {
    writeFileSync(join(folder, file), configured(file, replaced))
    return ['-f', join(folder, file)]
  })
  const child = spawned('haproxy', ['-W', '-db', ...args], { HSTS_SECONDS: '300' })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
  t.after(async () => {
    child.kill('SIGTERM')
    await ended(child)
  })
  return {
    address: `https://localhost:${secure}`,
    insecure: `http://localhost:${insecure}`,
    cert,
    replaceCertificate,
    /** As `docker compose kill --signal USR2 proxy`. */
    reload: () => void child.kill('SIGUSR2'),
    /** Waits until it has said this. */
    untilSaid: async (pattern: RegExp) => {
      for (let attempt = 0; attempt < 600; attempt++) {
        if (pattern.test(printed)) return
        await delay(50)
      }
      throw new Error(`HAProxy said nothing like ${pattern}: ${printed}`)
    },
    /**
     * Waits until it has held a process for ready through several checks. One that was away shorter than two of them it
     * has never held for anything else, and says nothing of it.
     */
    untilUp: async (server: string) => {
      const isUp = async () => {
        const text = await (await fetch(`http://127.0.0.1:${status}/metrics`)).text()
        return text.includes(`haproxy_server_status{proxy="api",server="${server}",state="UP"} 1`)
      }
      for (let attempt = 0, times = 0; times < steadyChecks; attempt++) {
        if (attempt > 300) throw new Error(`HAProxy does not hold ${server} for ready: ${printed}`)
        times = (await isUp()) ? times + 1 : 0
        await delay(100)
      }
    },
    clearLog: () => {
      printed = ''
    },
  }
}

export interface ProxiedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** One call over a connection of its own. */
export const callThrough = (
  url: string,
  {
    ca,
    method = 'GET',
    headers = {},
    body,
  }: { ca?: string; method?: string; headers?: Record<string, string>; body?: string },
): Promise<ProxiedAnswer> =>
  new Promise((resolve, reject) => {
    const options = { method, headers, agent: false as const, timeout: 30_000, ...(ca === undefined ? {} : { ca }) }
    const send = url.startsWith('https:') ? tlsRequest : plainRequest
    send(url, options, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks).toString() }),
      )
    })
      .on('error', reject)
      .end(body)
  })
