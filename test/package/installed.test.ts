import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fetchUnlessBusy } from '../support/fetch-unless-busy.ts'
import {
  commandIn,
  type Installation,
  installPackage,
  runInstalled,
  serveInstalled,
  withoutRegistry,
} from '../support/installed-package.ts'
import { smallWorld, startMirrorSite } from '../support/mirror-site.ts'
import { drawCard, encode } from '../support/photos/drawn.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const run = promisify(execFile)

/** A request with a photo that holds a name and a number. */
const photoRequest = async (headers: Readonly<Record<string, string>>): Promise<RequestInit> => {
  const { bytes } = await encode(drawCard(0, 500), 'image/png')
  const body = JSON.stringify({ imageDataUrl: `data:image/png;base64,${bytes.toString('base64')}` })
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
}

/** What the first price may take after the download. */
const firstPriceMs = 60_000

describe('the installed package', { skip: withoutRegistry }, () => {
  let installed: Installation
  before(async () => {
    installed = await installPackage()
  })
  after(() => installed.remove())

  test('brings one command, compiled, and neither another Node nor a script that npm would run', (t) => {
    const modules = join(installed.folder, 'node_modules')
    const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
    t.diagnostic(`${Object.keys(packages).length} packages`)
    assert.deepEqual(
      Object.entries<{ hasInstallScript?: boolean }>(packages).flatMap(([path, { hasInstallScript }]) =>
        hasInstallScript || /node_modules\/node(?:-bin)?-\w+-\w+$/.test(path) ? [path] : [],
      ),
      [],
    )
    const commands = readdirSync(join(modules, '.bin'))
    assert.ok(commands.includes('card-market') && !commands.includes('node'), commands.join(' '))
    const own = readdirSync(join(modules, 'card-market-data'), { recursive: true, encoding: 'utf8' })
    assert.deepEqual(
      own.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
      [],
    )
  })

  test('serves, gives a key and answers a price, with the console, the reference and a photo read', async (t) => {
    const startedMs = performance.now()
    const service = await serveInstalled(installed, installed.envFor(process.execPath))
    const headers = { authorization: `Bearer ${service.key}` }
    const get = (path: string) => fetch(`${service.address}${path}`, { headers })
    const { prices } = JSON.parse(await (await get('/v1/products/300004/prices')).text())
    const tookMs = performance.now() - startedMs
    assert.ok(prices[0].marketPrice > 0)
    t.diagnostic(`first price ${Math.round(tookMs)} ms after card-market serve`)
    assert.ok(tookMs < firstPriceMs)
    for (const path of ['/', '/docs', '/llms.txt', '/console/client/client.js', '/console/uplot.js'])
      assert.equal((await get(path)).status, 200, path)

    const photo = await fetchUnlessBusy(`${service.address}/v1/identify-image`, await photoRequest(headers))
    const answer = await photo.text()
    assert.equal(photo.status, 200, answer)
    assert.match(JSON.parse(answer).ocr.text, /Charizard/)

    const asked = { CARD_MARKET_URL: service.address, CARD_MARKET_KEY: service.key ?? '' }
    const list = join(installed.folder, 'list.txt')
    writeFileSync(list, '2 Charizard 4/102 Base Set\n')
    const priced = await runInstalled(installed, ['price', list], { ...installed.envFor(process.execPath), ...asked })
    assert.equal(priced.status, 0, priced.err)
    assert.match(priced.out, /Charizard +Base Set/)

    const client = new Client({ name: 'test', version: '1' })
    const env = { PATH: installed.envFor(process.execPath).PATH ?? '', ...asked }
    await client.connect(new StdioClientTransport({ command: commandIn(installed), args: ['mcp'], env }))
    assert.ok((await client.listTools()).tools.length > 5)
    await client.close()

    await service.kill('SIGTERM')
    assert.equal(service.child.exitCode, 0)
  })

  test('prints its help and the document of this repository', async () => {
    const env = installed.envFor(process.execPath)
    const help = await runInstalled(installed, ['--help'], env)
    assert.equal(help.status, 0, help.err)
    const { out } = await runInstalled(installed, ['openapi'], env)
    assert.deepEqual(JSON.parse(out), JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')))
  })

  test('pulls the daily files in a process of its own, and reads photos with the names of the catalogue', async (t) => {
    const site = await startMirrorSite(smallWorld())
    t.after(site.close)
    const env = { ...installed.envFor(process.execPath), MARKET_SOURCE: 'tcgcsv', TCGCSV_URL: site.ownUrl }
    const made = await runInstalled(
      installed,
      ['accounts', 'create', '--name', 'Shop', '--plan', 'growth', '--json'],
      env,
    )
    const issued = await runInstalled(
      installed,
      ['keys', 'issue', '--account', JSON.parse(made.out).account.id, '--json'],
      env,
    )
    const service = await serveInstalled(installed, env)
    t.after(() => service.kill())
    const headers = { authorization: `Bearer ${JSON.parse(issued.out).key}` }
    const answers = async (path: string, request: RequestInit = { headers }) => {
      for (let tries = 0; tries < 600; tries++) {
        if ((await fetch(service.address + path, request)).status === 200) return
        await delay(100)
      }
      assert.fail(service.printed())
    }
    await answers('/v1/products/1000/prices')
    // After the names of the catalogue are packed, for which the first photo waits.
    await answers('/v1/identify-image', await photoRequest(headers))
    assert.doesNotMatch(service.printed(), /photos are read without|market sync (?:failed|ended)/)
  })

  test('can be installed for all folders and called by npx, and leaves nothing when it is removed', async (t) => {
    const env = { ...process.env, ...installed.envFor(process.execPath) }
    const prefix = join(dirname(installed.folder), 'global')
    mkdirSync(prefix)
    const global = (args: readonly string[]) =>
      run('npm', [...args, '--global', '--prefix', prefix, '--loglevel=error'], { env })
    await global(['install', installed.tarball])
    const command = join(prefix, 'bin/card-market')
    assert.match((await run(command, ['--help'], { env })).stdout, /serve until SIGTERM/)
    await global(['uninstall', 'card-market-data'])
    assert.equal(existsSync(command), false)
    assert.deepEqual(readdirSync(join(prefix, 'lib/node_modules')), [])

    const startedMs = performance.now()
    const called = ['--yes', '--loglevel=error', `--package=${installed.tarball}`, '--', 'card-market', '--help']
    assert.match((await run('npm', ['exec', ...called], { env, cwd: prefix })).stdout, /serve until SIGTERM/)
    t.diagnostic(`npx took ${Math.round(performance.now() - startedMs)} ms`)
  })
})
