import { parseArgs } from 'node:util'
import { allFaultNames, allRouteNames, type PlannedFault, startEmulator } from './emulator.ts'
import { happeningNames } from './mirror/happenings.ts'
import { inventedDays } from './mirror/invented-days.ts'
import { likeliest, type Switches, unknownAnswers } from './routes.ts'
import { createWorld } from './world.ts'

const usage = `npm run emulator -- [options]

  --port N                 first of six ports, one for each host (9200)
  --unknown-product WORD   ${Object.keys(unknownAnswers).join(' ')}
  --unobserved-sku WORD    leftOut nulls
  --no-history WORD        null emptyList notFound noContent
  --no-image-count         details do not count pictures
  --plain-integers         integers are not written as floats
  --latency MS             wait before every answer
  --throttle-after N       403 after N calls to a host
  --fault PLAN             ROUTE:FAULT[:PRODUCT[:TIMES[:AFTER]]], may be repeated; ROUTE * is every route
  --mirror-day-seconds N   the daily mirror brings a new build every N seconds
  --mirror-days-back N     its first build is this many days old (0; 30 with --mirror-day-seconds)
  --mirror-rules           as strict as its owner: 100 ms between calls, 10,000 calls a day

Routes: ${allRouteNames.join(' ')}
Faults: ${allFaultNames.join(' ')}
A request may ask for one with the header x-emulator-fault: FAULT.

POST /emulator/advance to the mirror brings its next build, with what ?happens=WORD,WORD says: \
${happeningNames.join(' ')}
GET /emulator/etiquette tells what its clients did.
`

const write = (text: string) => process.stdout.write(text)

const refuse: (reason: string) => never = (reason) => {
  process.stderr.write(`${reason}\n`)
  process.exit(2)
}

const planOf = (text: string): PlannedFault => {
  const [route = '', name = '', product = '', times = '', after = ''] = text.split(':')
  const fault = allFaultNames.find((one) => one === name)
  if (fault === undefined) refuse(`--fault ${text}: there is no fault ${JSON.stringify(name)}; --help lists them`)
  if (route !== '*' && route !== '' && !allRouteNames.includes(route))
    refuse(`--fault ${text}: there is no route ${JSON.stringify(route)}; there are ${allRouteNames.join(', ')}`)
  return {
    fault,
    ...(route === '*' || route === '' ? {} : { route }),
    ...(product === '' || product === '*' ? {} : { productId: Number(product) }),
    ...(times === '' ? {} : { times: Number(times) }),
    ...(after === '' ? {} : { after: Number(after) }),
  }
}

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    port: { type: 'string', default: '9200' },
    'unknown-product': { type: 'string', default: likeliest.unknownProduct },
    'unobserved-sku': { type: 'string', default: likeliest.unobservedSku },
    'no-history': { type: 'string', default: likeliest.noHistory },
    'no-image-count': { type: 'boolean', default: false },
    'plain-integers': { type: 'boolean', default: false },
    latency: { type: 'string', default: '0' },
    'throttle-after': { type: 'string', default: '0' },
    fault: { type: 'string', multiple: true, default: [] },
    'mirror-day-seconds': { type: 'string', default: '0' },
    'mirror-days-back': { type: 'string' },
    'mirror-rules': { type: 'boolean', default: false },
  },
})

if (values.help) write(usage)
else {
  const faults = values.fault.map(planOf)
  const daySeconds = Number(values['mirror-day-seconds'])
  const daysBack = Number(values['mirror-days-back'] ?? (daySeconds > 0 ? 30 : 0))
  const builds = inventedDays(createWorld(Date.now), Date.now() - daysBack * 24 * 3_600_000)
  const emulator = await startEmulator({ port: Number(values.port), builds })
  emulator.turn({
    unknownProduct: values['unknown-product'] as Switches['unknownProduct'],
    unobservedSku: values['unobserved-sku'] as Switches['unobservedSku'],
    noHistory: values['no-history'] as Switches['noHistory'],
    imageCount: !values['no-image-count'],
    integersAsFloats: !values['plain-integers'],
  })
  emulator.slowDown(Number(values.latency))
  emulator.throttleAfter(Number(values['throttle-after']))
  emulator.plan(faults)
  if (values['mirror-rules']) emulator.mirror.insistOn({ callsPerDay: 10_000, minGapMs: 100 })
  if (daySeconds > 0) setInterval(() => void emulator.mirror.advance(), daySeconds * 1000).unref()
  const exports = (env: Readonly<Record<string, string>>) =>
    Object.entries(env)
      .map(([name, value]) => `export ${name}=${value}\n`)
      .join('')
  write(`The emulated source listens. Point a service at it as the live source with\n\n${exports(emulator.env)}`)
  write(`\nor at its daily mirror with\n\n${exports(emulator.mirrorEnv)}`)
}
