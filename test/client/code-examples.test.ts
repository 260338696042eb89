import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { codeExamplesOf } from '../../packages/client/src/code-examples.ts'
import { requestOf, targetOf } from '../../packages/client/src/request.ts'

test('a request is what the client sends: parameters in the path, the query or the body', () => {
  const history = requestOf('getHistory', { productId: 42, range: 'month', ignored: 1 })
  assert.equal(targetOf(history), '/v1/products/42/history?range=month')
  assert.equal(history.body, null)
  const search = requestOf('searchProducts', { q: "Ash's Pikachu & 4/102 + 20%", set: undefined })
  assert.equal(targetOf(search), '/v1/search?q=Ash%27s%20Pikachu%20%26%204%2F102%20%2B%2020%25')
  assert.deepEqual(requestOf('lookUpPrices', { productIds: [1, 2] }).body, { productIds: [1, 2] })
})

const withoutShell = process.platform === 'win32' && 'there is no sh'

test('curl gets through a shell what was meant, quotes and percent signs too', { skip: withoutShell }, () => {
  const hint = `Ash's "Base" 100%`
  const echoed = (text: string) =>
    JSON.parse(execFileSync('sh', ['-c', text], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  const body = codeExamplesOf(requestOf('lookUpPrices', { productIds: [hint] })).curl.split(' -d ')[1] as string
  assert.deepEqual(echoed(`printf %s ${body}`), { productIds: [hint] })
  const picture = { imageDataUrl: 'data:image/png;base64,AAAA', setHint: hint }
  const [, form = ''] = codeExamplesOf(requestOf('identifyImage', picture)).curl.split('-F image=@card.jpg')
  assert.equal(
    execFileSync('sh', ['-c', `printf '<%s>'${form}`], { encoding: 'utf8' }),
    `<--form-string><setHint=${hint}>`,
  )
})

test('a picture is read from a file, and the other fields stay', () => {
  const picture = { imageDataUrl: 'data:image/png;base64,AAAA', setHint: 'Base' }
  const { typescript, python } = codeExamplesOf(requestOf('identifyImage', picture))
  assert.match(typescript, /imageDataUrl: `data:image\/jpeg;base64,\$\{picture\}`, setHint: "Base" \}/)
  assert.match(python, /\{"imageDataUrl": f"data:image\/jpeg;base64,\{picture\}", "setHint": "Base"\}/)
})
