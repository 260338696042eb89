import { reservedProducts } from '../contract/reserved-products.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { type Html, html } from './html.ts'
import { inline } from './markdown.ts'
import { allErrors, captionedTable, errorsTable } from './tables.ts'

export const errorsSection = (document: OpenApiDocument): Html => html`
<section id="errors">
<h2>Errors</h2>
<p>Every error has the same body. Decide by <code>code</code>, which stays; <code>message</code> is for people and may
change.</p>
<pre><code>{
  "error": {
    "code": "invalid_parameter",
    "message": "limit must be an integer from 1 to 50 in plain digits.",
    "requestId": "3f0b6a52-6a0e-4a3a-9f57-5d1a1f0c7a11"
  }
}</code></pre>
<ul>
<li><strong>400, 404, 405:</strong> the request has to change; trying again does not help.</li>
<li><strong>401:</strong> the key has to change.</li>
<li><strong>429:</strong> wait for <code>Retry-After</code>.</li>
<li><strong>502, 503, or a connection that failed:</strong> every operation only reads, so send it again, after
<code>Retry-After</code> or half a second and each time twice as long; but <code>not_offered_by_source</code> and
<code>service_unavailable</code> stay so.</li>
</ul>
${errorsTable(document, allErrors(), true)}
</section>`

/** The sandbox and the products that act out an outcome. */
export const sandboxSection = (): Html => html`
<section id="sandbox">
<h2>Sandbox</h2>
<p>The default source, <code>sandbox</code>, is an invented market over a small bundled catalogue of well-known
printings. A product has the same SKUs, prices, history and offers on every machine for a given day. None of its prices
is real.</p>
<p>These products act out one outcome each, so that a client can be tested against it:</p>
${captionedTable(
  'Reserved products',
  ['Product', 'What happens', 'Answer'],
  reservedProducts.map(
    ({ productId, outcome, answer }) =>
      html`
<tr><th scope="row"><code>${productId}</code></th><td>${inline(outcome)}</td><td>${inline(answer)}</td></tr>`,
  ),
)}
</section>`
