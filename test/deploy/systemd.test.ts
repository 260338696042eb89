import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/app/configuration/config.ts'
import { withPhotos } from '../support/memory-profiles.ts'
import { tempFolder } from '../support/temp.ts'

const folder = fileURLToPath(new URL('../../deploy/systemd', import.meta.url))
const text = (file: string) => readFileSync(join(folder, file), 'utf8')
const units = readdirSync(folder).filter((file) => /\.(?:service|timer)$/.test(file))
const program = '/opt/card-market/node_modules/.bin/card-market'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined

test('systemd takes every unit without a warning', {
  skip: hasSystemd ? false : 'there is no systemd-analyze',
}, (t) => {
  const copies = tempFolder(t)
  // The program is not installed where the units look for it; any other that is there stands for it.
  for (const unit of units) writeFileSync(join(copies, unit), text(unit).replaceAll(program, '/bin/true'))
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', ...units.map((unit) => join(copies, unit))],
    {
      encoding: 'utf8',
    },
  )
  assert.equal(status, 0, stderr)
  assert.doesNotMatch(stdout + stderr, /card-market[^\n]*(?:Unknown|ignoring|Invalid)/)
})

test('every service has the same sandbox, and its user', () => {
  const sandboxOf = (unit: string) => /# What it may do:[\s\S]*?UMask=0077/.exec(text(unit))?.[0]
  const services = units.filter((unit) => unit.endsWith('.service'))
  assert.equal(services.length, 3)
  for (const service of services) {
    assert.equal(sandboxOf(service), sandboxOf('card-market.service'), service)
    assert.match(text(service), /^User=card-market$/m)
    assert.ok(text(service).includes(program), service)
  }
  assert.match(text('card-market.sysusers'), /^u card-market /m)
})

test('the memory limit is the one that prove:memory attacks, and a stop has time to drain', async () => {
  const { MALLOC_ARENA_MAX: arenas, ...settings } = withPhotos.env
  for (const [name, value] of Object.entries(settings))
    assert.match(text('card-market.env'), new RegExp(`^${name}=${value}$`, 'm'))
  const unit = text('card-market.service')
  assert.match(unit, new RegExp(`^Environment=.*MALLOC_ARENA_MAX=${arenas}`, 'm'))
  assert.match(unit, /^MemoryMax=1G$/m)
  const { shutdownGraceMs } = await readConfig({})
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000 > shutdownGraceMs)
})

test('the file of settings is one that the service takes', async () => {
  const lines = text('card-market.env').split('\n')
  const all = lines.map((line) => line.replace(/^#(?=[A-Z_]+=)/, '')).filter((line) => /^[A-Z_]+=/.test(line))
  const { publicUrl, marketSync } = await readConfig(
    Object.fromEntries(all.map((line) => line.split(/=(.*)/s).slice(0, 2))),
  )
  assert.equal(publicUrl, 'https://cards.example.com')
  assert.equal(marketSync, false)
})
