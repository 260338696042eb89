import { parseArgs } from 'node:util'
import { type PlannedFault, startEmulator } from './emulator.ts'
import { faultNames } from './faults.ts'
import { likeliest, type Switches, unknownAnswers } from './routes.ts'

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

Faults: ${faultNames.join(' ')}
A request may ask for one with the header x-emulator-fault: FAULT.
`

const write = (text: string) => process.stdout.write(text)

const planOf = (text: string): PlannedFault => {
  const [route = '', name = '', product = '', times = '', after = ''] = text.split(':')
  const fault = faultNames.find((one) => one === name)
  if (fault === undefined) throw new Error(`--fault ${text}: there is no fault ${JSON.stringify(name)}`)
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
  },
})

if (values.help) write(usage)
else {
  const emulator = await startEmulator({ port: Number(values.port) })
  emulator.turn({
    unknownProduct: values['unknown-product'] as Switches['unknownProduct'],
    unobservedSku: values['unobserved-sku'] as Switches['unobservedSku'],
    noHistory: values['no-history'] as Switches['noHistory'],
    imageCount: !values['no-image-count'],
    integersAsFloats: !values['plain-integers'],
  })
  emulator.slowDown(Number(values.latency))
  emulator.throttleAfter(Number(values['throttle-after']))
  emulator.plan(values.fault.map(planOf))
  write('The emulated source listens. Point a service at it with\n\n')
  for (const [name, value] of Object.entries(emulator.env)) write(`export ${name}=${value}\n`)
}
