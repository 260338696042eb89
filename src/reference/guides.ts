import { plans } from '../contract/plan-table.ts'
import { type Html, html } from './html.ts'
import { captionedTable } from './tables.ts'

const start = html`
<section id="start">
<h2>First request</h2>
<p>A key is issued by the operator of the service on its command line; the first start prints one on a terminal. The
examples on this page read it from <code>$KEY</code>, and the address of the service from <code>$BASE</code>:</p>
<pre><code>export BASE=http://127.0.0.1:8787 KEY=cmd_…
curl -s "$BASE/v1/identify?q=Charizard%204%2F102" -H "Authorization: Bearer $KEY"</code></pre>
</section>`

const authentication = html`
<section id="authentication">
<h2>Authentication</h2>
<p>Every route under <code>/v1</code> except <code>GET /v1/plans</code> requires the header <code>Authorization: Bearer
&lt;API_KEY&gt;</code>. A key that is missing, unknown, expired or revoked, or whose account is suspended, is answered
with 401, a code that says which, and <code>WWW-Authenticate</code>.</p>
<ul>
<li>Keys are for servers and trusted backends: never put one in a public frontend, a URL, a repository or an image.</li>
<li>A page of another origin can call these routes only where the operator has named its origin
(<code>CORS_ORIGINS</code>); else it calls a server of yours.</li>
<li>A key in the query string is not looked at.</li>
<li>Each key belongs to an account, and all keys of an account share its allowances.</li>
<li>Have a key that was exposed replaced or revoked; revocation holds with the next request.</li>
</ul>
</section>`

const number = (value: number): string => value.toLocaleString('en-US')

const limits = html`
<section id="limits">
<h2>Limits and metering</h2>
<p>A call with a key costs one request, taken from the account’s allowance of the current UTC minute and of the current
UTC month. <code>GET /v1/usage</code> reports both, and costs one request too.</p>
${captionedTable(
  'Allowances by plan',
  ['Plan', 'Per minute', 'Per month', 'Active keys'],
  plans.map(
    ({ name, requestsPerMinute, monthlyRequests, activeKeys }) =>
      html`
<tr><th scope="row">${name}</th><td>${number(requestsPerMinute)}</td><td>${number(monthlyRequests)}</td>
<td>${activeKeys}</td></tr>`,
  ),
)}
<p>What is charged:</p>
<ul>
<li><strong>One request:</strong> every answer to a valid key within its allowance, also 304, 400, 404 for a product,
408, 500, 502, and 503 <code>service_unavailable</code>. A batch of 100 ids or cards is one request.</li>
<li><strong>Nothing:</strong> 401, 429, an unknown route (404), a wrong method (405), what is not valid HTTP within its
limits (400 <code>invalid_request</code>, 414, 431, 501, 505), and any other 503: the call was refused before any
work.</li>
</ul>
<p>Every answer to a known account carries <code>x-ratelimit-remaining</code> and <code>x-monthly-remaining</code>, and
the same as <code>RateLimit</code> and <code>RateLimit-Policy</code>. A 429 carries <code>Retry-After</code> with the
seconds to the boundary: of the minute for <code>rate_limited</code>, of the month for <code>quota_exceeded</code>.
Every answer carries <code>x-request-id</code>; keep it for support.</p>
</section>`

const unknown = html`
<section id="null-and-zero">
<h2>Null and zero</h2>
<p><code>null</code> means that the source has no value; the field is there all the same. Zero is a value.</p>
<ul>
<li>A price that was not observed is <code>null</code>, never 0. Show “unknown”, and leave it out of sums and
averages.</li>
<li>A <code>shippingPrice</code> of 0 is free shipping; <code>null</code> is unknown, and then <code>totalPrice</code>
is <code>null</code> too.</li>
<li>In a snapshot, a section that is <code>null</code> is unavailable, and its entry in <code>sections</code> says why.
An empty array is a success without data.</li>
<li>All amounts are US dollars.</li>
</ul>
</section>`

const caching = html`
<section id="caching">
<h2>Caching</h2>
<p>Answers come from a cache for as long as their kind stays fresh. <code>fetchedAt</code> is when the source was asked
and stays the same on a hit; <code>cacheHit</code> tells whether this answer was one. Concurrent calls for the same
thing ask the source once, and what has passed its lifetime is never served.</p>
<p>Each success has a <code>Cache-Control</code>, and a GET that may be reused has a weak <code>ETag</code>. Send it
back in <code>If-None-Match</code>: if nothing has changed, the answer is 304 without a body, and costs one request.
Errors are <code>no-store</code>. Answers are compressed with brotli or gzip when <code>Accept-Encoding</code> allows
it, and HEAD is answered wherever GET is.</p>
</section>`

const past = html`
<section id="past">
<h2>Prices of the past</h2>
<p>A service that keeps prices answers <code>asOf</code> on prices, details, the snapshot and the batch: the newest
observation by then, each with its own time in <code>calculatedAt</code>, and nulls before the first. A UTC date means
its end; an instant needs its zone. <code>knownAt</code> beside it leaves out what the service learnt later, so that the
answer is the one it would have given then.</p>
<p>Whether a service keeps prices and since when, which kinds of data its source offers and how fresh they are, and
whose terms apply, <a href="#getCapabilities"><code>GET /capabilities</code></a> tells without a key. What is not
offered is <code>not_offered_by_source</code> (502), which is nobody’s failure: do not try again.</p>
<p>Prices whose <code>asOf</code> is past, and whose <code>knownAt</code> is past by ten minutes or more, are
<code>immutable</code>. Details and snapshots are not: names and sets are those of now.</p>
</section>`

export const guides: readonly Html[] = [start, authentication, limits, unknown, caching, past]
