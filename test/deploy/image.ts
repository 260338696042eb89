import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [, base = ''] = /^FROM (\S+)/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
const image = 'card-market-data:under-test'

const run = (engine: string, ...args: string[]) => spawnSync(engine, args, { cwd: root, encoding: 'utf8' })

/** An engine that answers and has the base image, so that nothing is fetched; `null` where there is none. */
const engine = ['docker', 'podman'].find((name) => run(name, 'image', 'inspect', base).status === 0) ?? null

process.stdout.write(
  engine === null
    ? `image: no engine with ${base} here; test/deploy.test.ts has checked the Dockerfile as files\n`
    : `image: built and started with ${engine}\n`,
)

test('the image is built, starts without any right, is healthy, and drains at SIGTERM', {
  skip: engine ? false : 'no engine',
}, async (t) => {
  const ok = (...args: string[]) => {
    const { status, stdout, stderr } = run(engine as string, ...args)
    assert.equal(status, 0, stderr)
    return stdout.trim()
  }
  ok('build', ...(engine === 'podman' ? ['--format', 'docker'] : []), '--network', 'host', '--tag', image, '.')
  t.after(() => run(engine as string, 'image', 'rm', image))
  const limits = [
    ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--tmpfs', '/tmp', '--memory'],
    '1g',
  ]
  const container = ok('run', '--detach', ...limits, '--env', 'OCR_WORKERS=1', image)
    .split('\n')
    .at(-1) as string
  t.after(() => run(engine as string, 'rm', '--force', '--volumes', container))
  for (
    let attempt = 0;
    run(engine as string, 'exec', container, 'node', 'bin/healthcheck.js').status !== 0;
    attempt++
  ) {
    assert.ok(attempt < 240, ok('logs', container))
    await delay(500)
  }
  assert.match(ok('exec', container, 'id'), /^uid=1000\(node\)/)
  assert.match(ok('exec', container, 'card-market', 'accounts', 'create', '--name', 'Shop', '--plan', 'growth'), /Shop/)
  assert.notEqual(run(engine as string, 'exec', container, 'touch', '/app/written').status, 0)
  ok('stop', '--time', '15', container)
  assert.equal(ok('inspect', '--format', '{{.State.ExitCode}}', container), '0')
  assert.match(ok('logs', container), /"isClean":true,"msg":"stopped"/)
})
