import { html, nothing } from '/console/lit/lit-html.js'
import { count, plural } from '../format.js'
import { moneyOf, paymentNames } from './receipt-facts.js'

/** @import { ReceiptFacts } from './receipt-facts.js' */

/** @param {ReceiptFacts} facts */
export const receipt = ({ title, time, payments, lines, copies, sums, notes }) => html`
  <h1>${title}</h1>
  <p>${time}</p>
  <table>
    <caption class="hidden">Cards and what is paid for them</caption>
    <thead>
      <tr>
        <th scope="col">Card</th>
        ${payments.map((payment) => html`<th scope="col" class="number">${paymentNames[payment]}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        ({ quantity, name, details, pays }) => html`
          <tr>
            <th scope="row">${quantity === 1 ? nothing : `${count(quantity)} × `}${name} <small>${details}</small></th>
            ${payments.map(
              (payment) => html`
                <td class="number">
                  ${moneyOf(pays[payment].all)} ${quantity === 1 ? nothing : html`<small>${moneyOf(pays[payment].each)} each</small>`}
                </td>
              `,
            )}
          </tr>
        `,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${plural(copies, 'card')}</th>
        ${payments.map((payment) => html`<td class="number">${moneyOf(sums[payment])}</td>`)}
      </tr>
    </tfoot>
  </table>
  ${notes.map((note) => html`<p class="note">${note}</p>`)}
`
