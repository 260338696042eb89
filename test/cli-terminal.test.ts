import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { textWidth } from '../src/cli/text-width.ts'
import { runCli } from './support/process.ts'
import { freePort } from './support/servers.ts'
import { tempFolder } from './support/temp.ts'
import { inTerminal, noTerminal } from './support/terminal.ts'

const linesOf = (text: string): readonly string[] => stripVTControlCharacters(text).split(/\r*\n|\r/)

describe('the command line on a terminal', { skip: noTerminal }, () => {
  test('serve greets, logs in text, and Ctrl-C ends it; the next start says how to get a key', async (t) => {
    const env = {
      DATA_DIR: join(tempFolder(t), 'data'),
      PORT: String(await freePort()),
      METRICS_PORT: '0',
      OCR_WORKERS: '0',
    }
    const address = `http://127.0.0.1:${env.PORT}`
    const first = inTerminal(t, ['serve'], env)
    await first.until(/curl.*\r\n/)
    const [, authorization = '', url = ''] = /curl -H "Authorization: ([^"]+)" "([^"]+)"/.exec(first.shown()) ?? []
    const answer = (await (await fetch(url, { headers: { authorization } })).json()) as { ambiguous: boolean }
    assert.equal(answer.ambiguous, false, 'the first call has a plain answer')
    assert.ok(first.shown().includes(`data       ${env.DATA_DIR}`))
    await fetch(`${address}/v1/search?q=x`)
    await first.until(/Z {2}401 {2}GET {3}searchProducts {2}[\d.]+ ms {2}missing_api_key/)
    first.type('\x03')
    assert.equal(await first.ended(), 0)
    assert.match(first.shown(), /Z {2}stopping {2}reason=SIGINT\r\n.*Z {2}stopped {2}isClean=true/)
    const { accounts } = JSON.parse((await runCli(['accounts', 'list', '--json'], env)).out)
    const second = inTerminal(t, ['serve'], env)
    await second.until(/No key at hand\?[^.]*\./)
    assert.ok(second.shown().includes(`keys issue --account ${accounts[0].id} makes one.`))
    second.type('\x03')
    assert.equal(await second.ended(), 0)
  })

  test('tables are cut to the width, and whole in a pipe', async (t) => {
    const env = { DATA_DIR: tempFolder(t) }
    await runCli(
      ['accounts', 'create', '--name', 'A shop with a very long name, トレーディングカード', '--plan', 'starter'],
      env,
    )
    const list = inTerminal(t, ['accounts', 'list'], env, { columns: 40 })
    assert.equal(await list.ended(), 0)
    const lines = linesOf(list.shown()).filter((line) => line !== '')
    assert.equal(lines.length, 2)
    for (const line of lines) assert.ok(textWidth(line) <= 40 && line.endsWith('…'), line)
    assert.ok((await runCli(['accounts', 'list'], env)).out.includes('starter'))
  })

  test('an import shows its progress in one line that fits, and leaves nothing of it', async (t) => {
    const folder = tempFolder(t)
    const file = join(folder, 'products.jsonl')
    const row = (id: number) => ({
      productId: id,
      name: `Card ${id}`,
      categoryId: 1,
      categoryName: 'Game',
      groupId: 2,
      groupName: 'Set',
    })
    writeFileSync(file, Array.from({ length: 40_000 }, (_, index) => `${JSON.stringify(row(index + 1))}\n`).join(''))
    const importAt = async (columns: number): Promise<void> => {
      const done = inTerminal(t, ['catalog', 'import', file], { DATA_DIR: join(folder, `data${columns}`) }, { columns })
      assert.equal(await done.ended(), 0, done.shown())
      const drawn = done.shown().split('\x1b[J').slice(1)
      assert.ok(drawn.length > 2)
      for (const one of drawn.slice(0, -1)) {
        assert.ok(one.endsWith('\r') && !one.includes('\n'))
        assert.ok(textWidth(one.slice(0, -1)) < columns, one)
      }
      assert.match(drawn.join(''), /\b[1-9]\d* % {2}[1-9]/)
      assert.match(drawn.at(-1) as string, /^40000 products/)
    }
    await Promise.all([40, 120].map(importAt))
  })
})
