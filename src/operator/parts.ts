import { type Html, html, type Part } from '../reference/html.ts'
import { describeCount } from './words.ts'

export const note = (text: Part): Html => html`<p class="note">${text}</p>`

export const heads = (...names: readonly string[]): readonly Html[] =>
  names.map((name) => html`<th scope="col">${name}</th>`)

export const countCells = (...counts: readonly number[]): readonly Html[] =>
  counts.map((count) => html`<td>${describeCount(count)}</td>`)
