import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeExamplesOf } from '../../packages/client/src/code-examples.ts'
import { errorCodes } from '../contract/errors.ts'
import { reservedProducts } from '../contract/reserved-products.ts'
import { operationsOf } from '../openapi/document.ts'
import { openApiDocument } from '../openapi/openapi-document.ts'
import { docsCss, docsHtml } from './docs.ts'
import { exampleRequestOf } from './example-request.ts'
import { llmsText } from './llms.ts'

const document = openApiDocument()
const page = docsHtml(document)
const llms = llmsText(document)
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] as string)

test('the page holds to its content policy: no script, no inline style, nothing from another host', () => {
  assert.doesNotMatch(page, /<script|<style|<iframe|<img| style="| on[a-z]+="|javascript:/)
  assert.deepEqual(all(page, /<link rel="stylesheet" href="([^"]+)"/g), ['/docs/style.css'])
  assert.doesNotMatch(page, /(?:href|src)="(?:https?:)?\/\//)
  assert.doesNotMatch(docsCss, /url\(|@import/)
})

test('the page names its icon, so that no browser asks for one that there is not', () => {
  assert.deepEqual(all(page, /<link rel="icon" href="([^"]+)"/g), ['/console/icon.svg'])
})

test('every link inside the page leads to one place', () => {
  const ids = all(page, / id="([^"]+)"/g)
  assert.equal(new Set(ids).size, ids.length)
  for (const target of all(page, /href="#([^"]+)"/g)) assert.ok(ids.includes(target), target)
})

test('headings descend one level at a time, and every table names itself, its columns and its rows', () => {
  const levels = all(page, /<h([1-6])>/g).map(Number)
  assert.equal(levels.filter((level) => level === 1).length, 1)
  const inMain = all(page.slice(page.indexOf('<main')), /<h([1-6])>/g).map(Number)
  for (const [index, level] of inMain.entries()) assert.ok(level - (inMain[index - 1] ?? 0) <= 1, `heading ${index}`)
  for (const table of all(page, /<table[^>]*>([\s\S]*?)<\/table>/g)) {
    assert.match(table, /<caption>[^<]+<\/caption>/)
    assert.match(table, /<th scope="col">/)
    assert.match(table, /<th scope="row"/)
  }
})

test('every operation, error code and reserved product stands on both pages', () => {
  const plain = page.replaceAll('<wbr>', '')
  for (const { method, path, operation } of operationsOf(document)) {
    assert.ok(plain.includes(`id="${operation.operationId}"`), operation.operationId)
    assert.ok(plain.includes(`<code>${path}</code>`), path)
    assert.ok(llms.includes(`\`${method} ${path}\``), path)
  }
  for (const code of errorCodes) {
    assert.ok(plain.includes(`id="error-${code}"`), code)
    assert.ok(llms.includes(`\`${code}\``), code)
  }
  for (const { productId } of reservedProducts) {
    assert.ok(plain.includes(`<code>${productId}</code>`))
    assert.ok(llms.includes(`- ${productId}:`))
  }
})

test('texts of the document are escaped', () => {
  const info = { ...document.info, title: '<b>&"' }
  assert.ok(docsHtml({ ...document, info }).includes('<h1>&lt;b&gt;&amp;&quot;</h1>'))
})

test('the page for agents names cost, null and when to ask a person', () => {
  assert.match(llms, /costs one request/)
  assert.match(llms, /`null` means unknown, never zero/)
  assert.match(llms, /`ambiguous` is true[^\n]*ask/)
})

test('an example request carries the values of the document, and the key only where one is needed', () => {
  const examplesOf = (operationId: string) => {
    const placed = operationsOf(document).find(({ operation }) => operation.operationId === operationId)
    assert.ok(placed)
    return codeExamplesOf(exampleRequestOf(placed))
  }
  assert.equal(examplesOf('listPlans').curl, 'curl -s "$BASE/v1/plans"')
  assert.equal(
    examplesOf('identify').curl,
    'curl -s "$BASE/v1/identify?q=Charizard%204%2F102&set=base-set&category=pokemon" \\\n  -H ' +
      '"Authorization: Bearer $KEY"',
  )
  assert.match(examplesOf('getPrices').python, /\/v1\/products\/300004\/prices/)
  assert.match(examplesOf('lookUpPrices').typescript, /method: 'POST'/)
  const pages = operationsOf(document).filter(({ path }) => path === '/docs' || path === '/llms.txt')
  assert.equal(pages.length, 2)
  for (const placed of pages) {
    const { typescript, python } = codeExamplesOf(exampleRequestOf(placed))
    assert.doesNotMatch(typescript + python, /json/i, placed.path)
    assert.match(typescript, /await response\.text\(\)/)
    assert.match(python, /response\.read\(\)\.decode\(\)/)
  }
  assert.match(examplesOf('identifyImage').typescript, /readFile\('card\.jpg', 'base64'\)/)
})
