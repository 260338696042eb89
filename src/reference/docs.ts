import { readFileSync } from 'node:fs'
import type { OpenApiDocument } from '../openapi/document.ts'
import { errorsSection, sandboxSection } from './errors-and-sandbox.ts'
import { guides } from './guides.ts'
import { type Html, html } from './html.ts'
import { paragraphs } from './markdown.ts'
import { groupSection } from './operation-section.ts'
import { groupsOf } from './read-document.ts'
import { nestedResources, resourcesSection } from './resource-section.ts'
import { methodBadge } from './tables.ts'

/** The one stylesheet of the page, served at /docs/style.css: what it shares with the console, then its own. */
export const docsCss = [
  '../../web/styles/base.css',
  'styles/page.css',
  'styles/operations.css',
  'styles/wide-and-print.css',
]
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n')

const guideLinks = [
  ['overview', 'Overview'],
  ['start', 'First request'],
  ['authentication', 'Authentication'],
  ['limits', 'Limits and metering'],
  ['null-and-zero', 'Null and zero'],
  ['caching', 'Caching'],
  ['past', 'Prices of the past'],
  ['errors', 'Errors'],
  ['sandbox', 'Sandbox'],
] as const

const linkList = (title: string, items: readonly Html[]): Html => html`
<h2>${title}</h2>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`

const contents = (document: OpenApiDocument): Html => html`
<nav aria-label="Contents">
<details>
<summary>Contents</summary>
<div class="lists">
${linkList(
  'Guide',
  guideLinks.map(([id, title]) => html`<a href="#${id}">${title}</a>`),
)}
${groupsOf(document).map(({ name, operations }) =>
  linkList(
    name,
    operations.map(
      ({ method, operation }) =>
        html`<a href="#${operation.operationId}">${methodBadge(method)} ${operation.summary}</a>`,
    ),
  ),
)}
${linkList(
  'Resources',
  nestedResources(document).map((name) => html`<a href="#resource-${name}">${name}</a>`),
)}
</div>
</details>
</nav>`

/**
 * The reference as one page of HTML: drawn from the document, whole without JavaScript, and asking no other host for
 * anything.
 */
export const docsHtml = (document: OpenApiDocument): string => {
  const { title, version, summary, description, license } = document.info
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${summary}">
<title>${title}: reference</title>
<link rel="icon" href="/console/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
<link rel="alternate" type="application/json" href="/openapi.json" title="OpenAPI 3.1">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="name"><a href="/docs">${title}</a> <span class="muted">${version}</span></p>
<p class="links"><a href="/">Console</a> <a href="/openapi.json">OpenAPI</a> <a href="/llms.txt">For agents</a></p>
</header>
${contents(document)}
<main id="content" tabindex="-1">
<section id="overview">
<h1>${title}</h1>
${paragraphs(description)}
</section>
${guides}
${errorsSection(document)}
${sandboxSection()}
${groupsOf(document).map((group) => groupSection(document, group))}
${resourcesSection(document)}
</main>
<footer><p>${title} ${version}, ${license.name}.</p></footer>
</body>
</html>
`
  return page.text
}
