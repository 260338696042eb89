import { h } from '../dom.js'
import { newestSignal } from '../session.js'
import { lookup } from './lookup.js'

export const identifyView = () => {
  const note = h('p', { class: 'note' }, 'Numbers are compared by meaning: 4/102, 004/102 and #4 are the same number.')
  const results = h('div', { class: 'results' }, note)
  const words = { label: 'Card text, with its number if you can read it', action: 'Identify' }
  const { element, text } = lookup(results, newestSignal(), words)
  return {
    title: 'Identify',
    element: h('section', {}, h('h1', {}, 'Identify a card'), element, results),
    open: () => text.focus({ preventScroll: true }),
  }
}
