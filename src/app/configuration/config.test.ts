import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ConfigError, type Environment, readConfig } from './config.ts'
import { shareOf } from './worker-share.ts'

const problemsOf = async (env: Environment): Promise<readonly string[]> => {
  try {
    await readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const problemOf = async (env: Environment): Promise<string> => (await problemsOf(env))[0] ?? ''

describe('the configuration', () => {
  test('every problem is listed at once, those of the chosen source among them', async () => {
    const wrong = { PORT: 'many', TCGPLAYER_API_URL: 'ftp://x', CATALOG_SOURCE: 'sandbox' }
    const problems = await problemsOf({ MARKET_SOURCE: 'tcgplayer', ...wrong })
    assert.deepEqual(problems.map((problem) => problem.split(' ')[0]).sort(), Object.keys(wrong).sort())
  })

  test('a source goes only with the catalogues that it names, its default first', async () => {
    const chosen = async (env: Environment) => (await readConfig(env)).catalogSource
    assert.equal(await chosen({}), 'sandbox')
    assert.equal(await chosen({ CATALOG_SOURCE: 'local' }), 'local')
    assert.equal(await chosen({ MARKET_SOURCE: 'tcgplayer' }), 'local')
    assert.equal(await chosen({ MARKET_SOURCE: 'tcgcsv' }), 'local')
    assert.match(await problemOf({ MARKET_SOURCE: 'tcgcsv', CATALOG_SOURCE: 'tcgplayer' }), /one of local with/)
    assert.equal(await chosen({ MARKET_SOURCE: 'tcgplayer', CATALOG_SOURCE: 'tcgplayer' }), 'tcgplayer')
    assert.match(await problemOf({ CATALOG_SOURCE: 'tcgplayer' }), /sandbox, local with MARKET_SOURCE=sandbox/)
  })

  test('workers are a number or one a core', async () => {
    assert.equal((await readConfig({})).workers, 1)
    assert.equal((await readConfig({ WORKERS: '4' })).workers, 4)
    assert.equal((await readConfig({ WORKERS: 'auto' })).workers, availableParallelism())
    for (const wrong of ['0', '257', '1.5', 'all'])
      assert.deepEqual(await problemsOf({ WORKERS: wrong }), [
        `WORKERS must be auto or an integer from 1 to 256; it is "${wrong}".`,
      ])
  })

  test('a worker has its part of what the service may use', async () => {
    const whole = await readConfig({
      WORKERS: '4',
      CACHE_MAX_MB: '256',
      UPSTREAM_CONCURRENCY: '2',
      UPSTREAM_CALLS_PER_SECOND: '10',
    })
    const { cacheMaxBytes, upstream } = shareOf(whole)
    assert.deepEqual([cacheMaxBytes, upstream.concurrency, upstream.perSecond], [64 * 1_048_576, 1, 2.5])
  })

  test('the author of changes is one line of a reasonable length', async () => {
    assert.equal((await readConfig({ AUDIT_ACTOR: ' deploy tool ' })).auditActor, 'deploy tool')
    assert.equal((await readConfig({})).auditActor, null)
    for (const wrong of ['x'.repeat(201), 'a\nb']) assert.match(await problemOf({ AUDIT_ACTOR: wrong }), /^AUDIT_ACTOR/)
  })

  test('the configuration is frozen to its leaves', async () => {
    const config = await readConfig({ DATABASE_URL: 'sqlite:x.db' })
    const { upstream, database, freshForMs, source } = config
    for (const part of [config, upstream, database, freshForMs, source, source.hosts]) assert.ok(Object.isFrozen(part))
  })

  test('prices are kept when it is asked for, and never where they are invented', async () => {
    const isKept = async (env: Environment) => (await readConfig(env)).priceArchive
    assert.equal(await isKept({}), false)
    assert.equal(await isKept({ MARKET_SOURCE: 'tcgcsv' }), true)
    assert.equal(await isKept({ MARKET_SOURCE: 'tcgcsv', PRICE_ARCHIVE: 'off' }), false)
    assert.equal(await isKept({ MARKET_SOURCE: 'tcgplayer' }), false)
    assert.equal(await isKept({ MARKET_SOURCE: 'tcgplayer', PRICE_ARCHIVE: 'on' }), true)
    assert.match(await problemOf({ PRICE_ARCHIVE: 'on' }), /PRICE_ARCHIVE must be off with MARKET_SOURCE=sandbox/)
  })

  test('product lines of the daily files are slugs or ids, each once, or all', async () => {
    const lines = async (TCGCSV_CATEGORIES?: string) => (await readConfig({ TCGCSV_CATEGORIES })).tcgcsvCategories
    assert.deepEqual(await lines(), ['pokemon'])
    assert.deepEqual(await lines(' Pokemon, 62,,flesh-and-blood-tcg,62 '), ['pokemon', '62', 'flesh-and-blood-tcg'])
    assert.equal(await lines('all'), null)
    const many = Array.from({ length: 300 }, (_, i) => `x${i}`).join()
    for (const wrong of ['all,pokemon', ',', 'pokemon;magic', '../x', 'one piece', '-', many])
      assert.match(await problemOf({ TCGCSV_CATEGORIES: wrong }), /TCGCSV_CATEGORIES/, wrong)
  })

  test('a note on data rights is taken as it is, up to 1,000 characters', async () => {
    assert.equal((await readConfig({})).dataRightsNote, null)
    assert.equal(
      (await readConfig({ DATA_RIGHTS_NOTE: ' For our own shop only. ' })).dataRightsNote,
      'For our own shop only.',
    )
    assert.match(await problemOf({ DATA_RIGHTS_NOTE: 'x'.repeat(1_001) }), /DATA_RIGHTS_NOTE/)
  })

  test('hosts whose pictures the console may show are plain names, or this machine with a port', async () => {
    const hosts = async (CONSOLE_PICTURE_HOSTS?: string) =>
      (await readConfig({ CONSOLE_PICTURE_HOSTS })).consolePictureHosts
    assert.deepEqual(await hosts(), [])
    assert.deepEqual(await hosts(' CDN.example.com, img.shop.example,,cdn.example.com '), [
      'cdn.example.com',
      'img.shop.example',
    ])
    assert.deepEqual(await hosts('localhost:8080,127.0.0.1:9999'), ['localhost:8080', '127.0.0.1:9999'])
    for (const wrong of [
      '*',
      '*.example.com',
      'https://cdn.example.com',
      'cdn.example.com/product',
      'cdn.example.com:8443',
      "cdn.example.com; script-src 'unsafe-inline'",
      "'self'",
      'data:',
      'localhost',
      '127.0.0.1:99999',
      '127.0.0.999:80',
      '10.0.0.3:80',
      '192.168.1.2',
      'cdn..example.com',
      '-cdn.example.com',
      'cdn.example.com evil.example',
      Array.from({ length: 17 }, (_, i) => `h${i}.example.com`).join(),
    ])
      assert.match(await problemOf({ CONSOLE_PICTURE_HOSTS: wrong }), /^CONSOLE_PICTURE_HOSTS must be [^\n]+$/, wrong)
  })

  test('origins whose pages may call with a key are exact; others are refused with what may be meant', async () => {
    const origins = async (CORS_ORIGINS?: string) => (await readConfig({ CORS_ORIGINS })).corsOrigins
    assert.deepEqual(await origins(), [])
    const given =
      ' https://shop.example.com, http://localhost:5173,,capacitor://localhost,http://[::1]:3000,http://localhost:5173 '
    const read = ['https://shop.example.com', 'http://localhost:5173', 'capacitor://localhost', 'http://[::1]:3000']
    assert.deepEqual(await origins(given), read)
    for (const [wrong, said] of [
      ['*', /^CORS_ORIGINS takes no \*: /],
      ['https://a.example, *', /^CORS_ORIGINS takes no \*: /],
      ['https://*.example.com', /is none\.$/],
      ['null', /is none\.$/],
      ['shop.example.com', /is none\.$/],
      ['localhost:5173', /is none\.$/],
      ['https://shop.example.com/', /is none; https:\/\/shop\.example\.com may be meant\.$/],
      ['https://Shop.example.com:443', /is none; https:\/\/shop\.example\.com may be meant\.$/],
      ['https://shop.example.com/app?x', /is none; https:\/\/shop\.example\.com may be meant\.$/],
      ['https://', /is none\.$/],
      ['https://a b', /is none\.$/],
      ['http://localhost:99999', /is none\.$/],
      [
        Array.from({ length: 33 }, (_, i) => `https://h${i}.example.com`).join(),
        /^CORS_ORIGINS takes at most 32 origins\.$/,
      ],
    ] as const)
      assert.match((await problemsOf({ CORS_ORIGINS: wrong })).at(-1) ?? '', said, wrong)
  })

  test('each address of the live source can be set, and none ends in a slash', async () => {
    const names = ['SEARCH', 'API', 'GATEWAY', 'HISTORY']
    const env = Object.fromEntries(
      names.map((name) => [`TCGPLAYER_${name}_URL`, `http://${name.toLowerCase()}.example/`]),
    )
    const { source } = await readConfig({ MARKET_SOURCE: 'tcgplayer', ...env })
    assert.deepEqual(source.hosts, [
      'http://search.example',
      'http://api.example',
      'http://gateway.example',
      'http://history.example',
    ])
  })
})

/** Files of market sources that a program loads. */
const loadedSources = (program: string): string[] => {
  const hooks = `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context) } })`
  const src = new URL('../../', import.meta.url)
  const toStdout = 'process.stderr.write = process.stdout.write.bind(process.stdout)'
  const code = `${toStdout}; ${program.replaceAll('SRC', src.href)}`
  const out = execFileSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, '--input-type=module', '-e', code],
    { cwd: fileURLToPath(src), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  return [...out.matchAll(/src\/sources\/(\w+)\/(\S+)\.ts/g)].map(([, source, file]) => `${source}/${file}`)
}

describe('market sources are loaded when they are needed', () => {
  test('the help loads none', () => {
    assert.deepEqual(loadedSources(`(await import('SRCcli/run.ts'))`), [])
  })

  test('reading the configuration loads the settings of the chosen source alone', () => {
    const read = (name: string) =>
      loadedSources(
        `const { readConfig } = await import('SRCapp/configuration/config.ts'); await readConfig({ ` +
          `MARKET_SOURCE: '${name}' })`,
      )
    assert.deepEqual(read('sandbox'), ['sandbox/sandbox-source'])
    assert.deepEqual(read('tcgcsv'), ['tcgcsv/tcgcsv-source'])
    assert.deepEqual(read('tcgplayer').sort(), ['tcgplayer/tcgplayer-settings', 'tcgplayer/tcgplayer-source'])
  })

  test('a service on the sandbox never loads the live source or its HTTP client', () => {
    const files = loadedSources(
      `const { readConfig } = await import('SRCapp/configuration/config.ts'); const { source } = await readConfig({})
       const { openSources } = await import('SRCapp/composition/open-sources.ts')
       const clocks = { now: Date.now, steadyNow: () => 0, delay: async () => {} }
       const loadHostOpener = () => { throw new Error() }
       await source.open({ ...clocks, publicUrl: () => '', findImported: null, loadHostOpener })`,
    )
    assert.ok(files.length > 10)
    assert.deepEqual(
      files.filter((file) => file.startsWith('tcgplayer')),
      [],
    )
  })
})
