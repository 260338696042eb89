import { type Html, html } from '../reference/html.ts'
import { describeQuantile, describeShare } from '../telemetry/live-figures.ts'
import type { Check, Overview } from './overview.ts'
import { requestsSection } from './page-requests.ts'
import { accountsSection, catalogueSection } from './page-stock.ts'
import { note } from './parts.ts'
import type { OverviewQuery } from './query.ts'
import { writeQuery } from './query.ts'
import { describeBytes, describeCount, describeInstant, describeLength, unknown } from './words.ts'

const stateWords: Readonly<Record<Check['state'], string>> = { good: 'Good', attention: 'Look', unknown: unknown }

const checksSection = (checks: readonly Check[]): Html => html`
<section id="checks" aria-labelledby="checks-title" data-live>
<h2 id="checks-title">State</h2>
<dl class="checks">${checks.map(
  ({ name, state, detail }) => html`
<div><dt><span class="state ${state}">${stateWords[state]}</span> ${name}</dt><dd>${detail}</dd></div>`,
)}
</dl>
</section>`

const tile = (name: string, value: string, note: string | null = null): Html => html`
<div><dt>${name}</dt><dd>${value}${note !== null && html` <small>${note}</small>`}</dd></div>`

const nowSection = ({ now, memory, service: { workers } }: Overview): Html => {
  const whose = workers === 1 ? 'This process alone' : `The ${workers} workers of this service together`
  const span = now === null ? 'once it has run for some seconds' : `over the last ${describeLength(now.seconds * 1000)}`
  const known = <T>(read: (now: NonNullable<Overview['now']>) => T): T | null => (now === null ? null : read(now))
  return html`
<section id="now" aria-labelledby="now-title" data-live>
<h2 id="now-title">Now</h2>
${note(`${whose}, ${span}.`)}
<dl class="tiles">
${tile('Requests', known(({ requestsPerSecond }) => `${requestsPerSecond.toFixed(1)} /s`) ?? unknown)}
${tile('Running', describeCount(known(({ running }) => running)))}
${tile('Refused', describeCount(known(({ refused }) => refused)), '4xx')}
${tile('Failed', describeCount(known(({ failed }) => failed)), '5xx')}
${tile('Latency p50', describeQuantile(known(({ p50Seconds }) => p50Seconds)), 'half of all')}
${tile('Latency p99', describeQuantile(known(({ p99Seconds }) => p99Seconds)), '99 of 100')}
${tile(
  'Cache hits',
  known(({ hits, lookups }) => describeShare(hits, lookups)) ?? unknown,
  known(({ lookups }) => `of ${describeCount(lookups)}`),
)}
${tile(
  'Loop lag p99',
  known(({ eventLoopLagSeconds }) => `${(eventLoopLagSeconds * 1000).toFixed(1)} ms`) ?? unknown,
  'worst 5 s',
)}
${tile('Memory', describeBytes(memory.residentBytes), `heap ${describeBytes(memory.heapUsedBytes)}`)}
</dl>
</section>`
}

const pauseButton = html`<button type="button" id="pause" aria-pressed="false" hidden>Pause updates</button>`

/** The page as HTML: whole without a script, and asking no other host for anything. */
export const renderPage = (overview: Overview, query: OverviewQuery): string => {
  const { service, observedAt, checks } = overview
  const runningMs = Math.max(0, Date.parse(observedAt) - Date.parse(service.startedAt))
  const started = `started ${describeInstant(service.startedAt)}, ${describeLength(runningMs)} ago`
  const search = writeQuery(query)
  const figures = html`<a href="/status.json${search}">status.json</a>, <a href="/metrics">metrics</a>`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Operator: Card Market Data</title>
<link rel="stylesheet" href="/style.css">
<script src="/refresh.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>Card Market Data <span class="muted">operator</span></h1>
<p id="stand" data-live>Version ${service.version}, ${started}.
As of <time datetime="${observedAt}">${observedAt.slice(11, 19)} UTC</time>.</p>
<p class="controls"><a class="tap" href="/${search}">Refresh</a> ${pauseButton}</p>
<p id="silent" role="alert" hidden></p>
</header>
<main id="content" tabindex="-1">
${checksSection(checks)}
${nowSection(overview)}
${requestsSection(overview, query)}
${accountsSection(overview.accounts)}
${catalogueSection(overview.catalogue)}
</main>
<footer><p>The same figures: ${figures}.</p></footer>
</body>
</html>
`
  return page.text
}
