import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/app/configuration/config.ts'
import { tempFolder } from '../support/temp.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
}

/** The value at a path of names and indexes; `undefined` where the path leads nowhere. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)

const listAt = (value: unknown, path: string): readonly unknown[] => {
  const list = at(value, path)
  assert.ok(Array.isArray(list), path)
  return list
}

const namesAt = (value: unknown, path: string) => listAt(value, path).map((one) => at(one, 'name'))

const settingOf = (container: unknown, name: string) =>
  at(
    listAt(container, 'env').find((one) => at(one, 'name') === name),
    'value',
  )

/**
 * A rule file becomes an object of the operator by being moved in under a head, as the head's comment in
 * kubernetes-monitoring.yaml says.
 */
const ruleObject = () => text('kubernetes-rules.head.yaml') + text('prometheus/alerts.yml').replaceAll(/^(?=.)/gm, '  ')

const documentsOf = (yaml: string): readonly Manifest[] =>
  parseAllDocuments(yaml).map((document) => {
    assert.deepEqual(document.errors, [])
    return document.toJS() as Manifest
  })

const files = readdirSync(join(root, 'deploy')).filter((file) => /^kubernetes.*(?<!\.patch|\.head)\.yaml$/.test(file))
const manifests = [...files.flatMap((file) => documentsOf(text(file))), ...documentsOf(ruleObject())]

const named = (kind: string, name = 'card-market') => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name)
  assert.ok(found, `${kind} ${name}`)
  return found
}

const moduleOf = ({ apiVersion, kind }: Manifest) =>
  [
    apiVersion.startsWith('monitoring.coreos.com') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models',
    apiVersion,
    kind,
  ].join('/')

const pods = at(named('Deployment'), 'spec.template')
const service = at(pods, 'spec.containers.0')
const job = at(named('CronJob', 'card-market-sync'), 'spec.jobTemplate.spec.template')

test('every object has the form that Kubernetes publishes for its kind', async () => {
  assert.ok(manifests.length >= 12)
  for (const manifest of manifests) {
    const models = (await import(moduleOf(manifest))) as Record<
      string,
      new (
        data: Manifest,
      ) => { validate: () => void }
    >
    const Model = models[manifest.kind]
    assert.ok(Model, manifest.kind)
    new Model(manifest).validate()
  }
})

test('no object has a field that its kind does not know', (t) => {
  const folder = tempFolder(t, join(root, 'test/deploy'))
  const code = manifests.map(
    (manifest, index) =>
      `import type { I${manifest.kind} as Kind${index} } from '${moduleOf(manifest)}'\n` +
      `export const object${index}: Kind${index} = ${JSON.stringify(manifest)}\n`,
  )
  writeFileSync(join(folder, 'objects.ts'), code.join(''))
  const options = [
    ...['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext', '--ignoreConfig'],
  ]
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, join(folder, 'objects.ts')], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout)
})

test('whatever selects the pods selects those that there are, at ports that they have', () => {
  const labels = at(pods, 'metadata.labels')
  for (const [kind, path] of [
    ['Deployment', 'spec.selector.matchLabels'],
    ['Service', 'spec.selector'],
    ['NetworkPolicy', 'spec.podSelector.matchLabels'],
    ['PodDisruptionBudget', 'spec.selector.matchLabels'],
    ['ServiceMonitor', 'spec.selector.matchLabels'],
  ] as const)
    assert.deepEqual(at(named(kind), path), labels, kind)
  assert.deepEqual(at(named('Service'), 'metadata.labels'), labels)
  assert.deepEqual(
    at(named('NetworkPolicy', 'card-market-sync'), 'spec.podSelector.matchLabels'),
    at(job, 'metadata.labels'),
  )
  assert.equal(at(named('HorizontalPodAutoscaler'), 'spec.scaleTargetRef.name'), named('Deployment').metadata.name)
  assert.deepEqual(
    listAt(service, 'ports').map((port) => [at(port, 'name'), at(port, 'containerPort')]),
    [
      ['http', 8787],
      ['metrics', 9464],
    ],
  )
  const used = [
    ...listAt(named('Service'), 'spec.ports').map((port) => at(port, 'targetPort')),
    ...listAt(named('NetworkPolicy'), 'spec.ingress').flatMap((rule) =>
      listAt(rule, 'ports').map((one) => at(one, 'port')),
    ),
    ...['readinessProbe', 'livenessProbe', 'startupProbe'].map((probe) => at(service, `${probe}.httpGet.port`)),
  ]
  assert.deepEqual(new Set(used), new Set(['http', 'metrics']))
  const backend = at(named('Ingress'), 'spec.rules.0.http.paths.0.backend.service')
  assert.deepEqual(backend, { name: named('Service').metadata.name, port: { name: 'http' } })
  assert.ok(namesAt(named('Service'), 'spec.ports').includes(at(named('ServiceMonitor'), 'spec.endpoints.0.port')))
})

test('the address that clients use is the one that the Ingress has a certificate for', () => {
  const host = at(named('Ingress'), 'spec.rules.0.host')
  assert.deepEqual(at(named('Ingress'), 'spec.tls.0.hosts'), [host])
  assert.equal(settingOf(service, 'PUBLIC_URL'), `https://${host}`)
})

test('no pod has rights that it does not need, a mount without its volume, or a token', () => {
  for (const pod of [pods, job]) {
    assert.deepEqual(at(pod, 'spec.containers.0.securityContext'), {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.deepEqual(namesAt(pod, 'spec.volumes').sort(), namesAt(pod, 'spec.containers.0.volumeMounts').sort())
    assert.equal(at(pod, 'spec.serviceAccountName'), named('ServiceAccount').metadata.name)
    assert.equal(at(pod, 'spec.automountServiceAccountToken'), false)
  }
})

test('a stop has the time of preStop, of SHUTDOWN_GRACE_MS and some more', async () => {
  const { shutdownGraceMs } = await readConfig({})
  const waited = Number(at(service, 'lifecycle.preStop.exec.command.1'))
  assert.ok(waited + shutdownGraceMs / 1000 < Number(at(pods, 'spec.terminationGracePeriodSeconds')))
})

test('the job of the daily files writes the volume that the patched service reads', () => {
  const sync = at(job, 'spec.containers.0')
  assert.equal(at(sync, 'image'), at(service, 'image'))
  assert.deepEqual(at(sync, 'args'), ['card-market', 'market', 'sync'])
  const patch = at(parse(text('kubernetes-daily-files.patch.yaml')), 'spec.template.spec')
  const patched = at(patch, 'containers.0')
  assert.equal(at(patched, 'name'), at(service, 'name'))
  assert.equal(settingOf(patched, 'CATALOG_FILE'), `${at(patched, 'volumeMounts.0.mountPath')}/catalog.index`)
  assert.equal(settingOf(patched, 'MARKET_SYNC'), 'off')
  assert.equal(at(patched, 'volumeMounts.0.readOnly'), true)
  const claim = named('PersistentVolumeClaim', 'card-market-catalog').metadata.name
  for (const pod of [patch, at(job, 'spec')]) assert.equal(at(pod, 'volumes.0.persistentVolumeClaim.claimName'), claim)
  // What docs/operations.md gives a sync of all product lines.
  assert.deepEqual(at(sync, 'resources.requests.memory'), '1331Mi')
})
