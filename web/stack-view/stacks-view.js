import { html, nothing, render } from '/console/lit/lit-html.js'
import { instant, money, plural } from '../format.js'
import { goTo } from '../route.js'
import { say } from '../session.js'
import { createKeptStack, database, deleteStack, openStack, stack } from '../stack/open-stack.js'
import { summariesOf } from '../stack/summaries.js'
import { stackName as nameOf } from './stack-name.js'

/** @typedef {Awaited<ReturnType<typeof summariesOf>>[number]} Summary */

/** @param {Summary} summary */
const factsOf = ({ rows, totals, changedAt }) => {
  const toSettle = totals.open > 0 ? ` · ${totals.open} to settle` : ''
  return `${plural(totals.cards, 'card')} in ${plural(rows, 'row')}${toSettle} · changed ${instant(changedAt)}`
}

export const createStacksView = () => {
  const element = document.createElement('section')
  element.className = 'stacks'
  /** @type {readonly Summary[]} */
  let summaries = []
  /** @type {string | null} */
  let asked = null
  /** The step that the browser's storage refused. @type {{ readonly error: unknown, readonly again: () => Promise<void> } | null} */
  let failure = null

  /** @param {() => Promise<unknown>} step */
  const attempt = async (step) => {
    failure = null
    try {
      await step()
    } catch (error) {
      failure = { error, again: () => attempt(step) }
      draw()
    }
  }

  /** @param {Summary} summary */
  const open = (summary) =>
    attempt(async () => {
      if (await openStack(summary.id)) {
        goTo('#/')
        return
      }
      await load()
      say(`${nameOf(summary)} was deleted in another tab.`)
    })

  const create = () =>
    attempt(async () => {
      await createKeptStack()
      goTo('#/')
    })

  /** @param {string | null} id @param {string} focus */
  const ask = (id, focus) => {
    asked = id
    draw()
    const control = element.querySelector(focus)
    if (control instanceof HTMLElement) control.focus()
  }

  /** @param {Summary} summary */
  const remove = (summary) =>
    attempt(async () => {
      await deleteStack(summary.id)
      asked = null
      await load()
      const first = element.querySelector('.stack-open, .stack-new')
      if (first instanceof HTMLElement) first.focus()
      say(`${nameOf(summary)} was deleted.`)
    })

  const notice = () => {
    if (failure === null) return nothing
    const { error, again } = failure
    return html`<div class="error-notice">
      <p role="alert"><strong>The browser’s storage could not be read or written.</strong> Try again, or load the page anew.</p>
      <p class="actions"><button type="button" class="quiet" @click=${again}>Try again</button></p>
      <details class="note"><summary>For support</summary><code>${String(error)}</code></details>
    </div>`
  }

  /** @param {Summary} summary */
  const question = (summary) => html`<p class="stack-question">
    <span>Delete ${nameOf(summary)} with ${plural(summary.totals.cards, 'card')} for good?</span>
    <button type="button" @click=${() => remove(summary)}>Delete</button>
    <button type="button" class="quiet stack-keep" @click=${() => ask(null, `[data-stack="${summary.id}"] .stack-delete`)}>Keep</button>
  </p>`

  /** @param {Summary} summary */
  const item = (summary) => {
    const { id, totals } = summary
    return html`<li data-stack=${id}>
      <div class="stack-facts">
        <button type="button" class="plain stack-open" @click=${() => open(summary)}>${nameOf(summary)}</button>${id === stack.current().id ? html` <span class="badge">open</span>` : nothing}
        <span class="note">${factsOf(summary)}</span>
      </div>
      <strong class="price">${money(totals.sum)}</strong>
      <button type="button" class="quiet stack-delete" aria-label=${`Delete ${nameOf(summary)}`} @click=${() => ask(id, '.stack-keep')}>Delete</button>
      ${asked === id ? question(summary) : nothing}
    </li>`
  }

  const draw = () => {
    render(
      html`<h1>All stacks</h1>
        <p class="actions"><button type="button" class="stack-new" @click=${create}>New stack</button></p>
        ${notice()}
        ${database === null ? html`<p class="note">This browser keeps nothing, so there is only the stack that is open.</p>` : nothing}
        ${summaries.length === 0 ? html`<p class="empty">No stack is kept yet. The first card makes one.</p>` : html`<ol class="stacks-list">${summaries.map(item)}</ol>`}`,
      element,
    )
  }

  const load = async () => {
    if (database) summaries = await summariesOf(database)
    draw()
  }

  draw()
  return { title: 'All stacks', element, isWide: true, open: () => attempt(load) }
}
