import { html } from '/console/lit/lit-html.js'

/** @param {readonly (readonly [name: string, value: unknown])[]} facts */
export const factList = (facts) =>
  html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
