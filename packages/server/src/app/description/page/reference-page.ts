import { createHash } from 'node:crypto'
import type { ErrorEntry } from '../errors.ts'
import type { Method, OpenApi, Operation, Parameter } from '../open-api.ts'
import { escapeHtml, headings, inline, markdown, slug } from './markdown.ts'
import { operationSection } from './operation-section.ts'
import { script } from './script.ts'
import { clientsSection } from './snippets/clients.ts'
import { style } from './style.ts'

type DocumentedOperation = { path: string; method: Method; operation: Operation }

const placed = ({ paths }: OpenApi): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    (Object.entries(item) as [Method, Operation][]).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  )

/** The document as one self-contained page. Its script is inside, and only adds what it can be read without. */
export const referencePage = (document: OpenApi): { html: string; contentSecurityPolicy: string } => {
  const operations = placed(document)
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag))
  const contents = tableOfContents(document, ofTag)
  const sections = document.tags.map(({ name, description }) => {
    const written = ofTag(name).map(({ path, method, operation }) =>
      operationSection(document, path, method, operation),
    )
    return `<section class="tag"><div class="prose"><h2 id="${slug(name)}">${escapeHtml(name)}</h2>${markdown(description)}</div>${written.join('\n')}</section>`
  })
  const { info } = document
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(info.title)}: reference</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the reference</a>
<nav class="aside" aria-label="Contents"><p class="brand"><a href="/">Nani</a> <small>${escapeHtml(info.version)}</small></p>${searchForm('search')}${contents}</nav>
<details class="menu"><summary>Nani <small>${escapeHtml(info.version)} · contents</small></summary><nav aria-label="Contents, on a small screen">${searchForm('search-small')}${contents}</nav></details>
<main id="main">
<div class="prose"><h1>${escapeHtml(info.title)}</h1>
${markdown(info.description)}
${headerSection(document)}
${clientsSection()}</div>
${sections.join('\n')}
${webhookSection(document)}
<section class="tag"><div class="prose wide">${errorSection(document)}</div></section>
<footer><p>Generated from the declarations of the API. As OpenAPI 3.1: <a href="/openapi.json">/openapi.json</a></p></footer>
</main>
<script>${script}</script>
</body>
</html>
`
  return { html, contentSecurityPolicy: policy() }
}

/** Prohibits loading. The only style and the only script are permitted by their hashes. */
const policy = (): string => {
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

const tableOfContents = (document: OpenApi, ofTag: (tag: string) => DocumentedOperation[]): string => {
  const link = (id: string, text: string) => `<li><a href="#${id}">${text}</a></li>`
  const guide = [...headings(document.info.description), 'Headers', 'Clients'].map((title) =>
    link(slug(title), escapeHtml(title)),
  )
  const tags = document.tags.map(({ name }) => {
    const links = ofTag(name).map(({ method, operation, path }) => {
      return `<li><a href="#${operation.operationId}" title="${escapeHtml(path)}"><span class="method ${method}">${method}</span> ${escapeHtml(operation.summary)}</a></li>`
    })
    return `<p><a href="#${slug(name)}">${escapeHtml(name)}</a></p><ul>${links.join('')}</ul>`
  })
  return `<p>Start here</p><ul>${guide.join('')}</ul>${tags.join('')}<p><a href="#webhooks">Webhooks</a></p><p><a href="#errors">Errors</a></p>`
}

/** The script shows it. */
const searchForm = (id: string): string =>
  `<form class="search" role="search" hidden><label for="${id}">Search</label><input id="${id}" type="search" autocomplete="off" placeholder="operation, field, code"><p role="status"></p><ul></ul></form>`

const webhookSection = ({ webhooks }: OpenApi): string => {
  const rows = Object.entries(webhooks).map(
    ([type, { post }]) =>
      `<tr id="${post?.operationId}"><td><span class="method post">event</span></td><td><code>${type}</code></td><td>${inline(post?.description ?? '')}</td></tr>`,
  )
  return `<section class="tag"><div class="prose wide"><h2 id="webhooks">Webhooks</h2>
<p>A webhook is a POST of the event to the endpoint of the application. Its body is signed: see <code>webhooks</code> in <a href="/openapi.json">/openapi.json</a>. An answer 2XX within 5 seconds ends the delivery. Otherwise further attempts follow.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Kind</th><th scope="col">Event</th><th scope="col">Sent when</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></div></section>`
}

const headerSection = ({ components }: OpenApi): string => {
  const schemes = ['apiKey', 'signature'].map((name) => components.securitySchemes[name] ?? {})
  const signing = schemes.map(({ name = '', description = '' }) => ({ name, description, required: true }))
  const rows = [...signing, ...(Object.values(components.parameters) as Parameter[])].map(
    ({ name, description, required }) =>
      `<tr><td><code>${name}</code></td><td>${name === 'X-SVC-IV' ? 'with a body' : required ? 'always' : 'optional'}</td><td>${inline(description)}</td></tr>`,
  )
  const answered = {
    RequestId: 'X-Request-Id',
    AnswerIv: 'X-SVC-IV',
    IdempotentReplayed: 'Idempotent-Replayed',
    RetryAfter: 'Retry-After',
  }
  const answers = Object.entries(answered).map(
    ([key, name]) =>
      `<tr><td><code>${name}</code></td><td>${inline(components.headers[key]?.description ?? '')}</td></tr>`,
  )
  return `<h2 id="headers">Headers</h2>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Request header</th><th scope="col">Sent</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Response header</th><th scope="col">Meaning</th></tr></thead><tbody>${answers.join('')}</tbody></table></div>`
}

const errorSection = ({ components }: OpenApi): string => {
  const entries = (components.schemas.ErrorCode?.['x-errors'] ?? []) as ErrorEntry[]
  const rows = entries
    .toSorted((a, b) => (a.status ?? 0) - (b.status ?? 0))
    .map(({ code, status, message, fields }) => {
      const beside = fields.map(
        ({ name, description }) => `<div><code>${name}</code> ${escapeHtml(description)}</div>`,
      )
      return `<tr id="error-${code}"><td><span class="status">${status ?? 'item'}</span></td><td><code>${code}</code></td><td>${escapeHtml(message)}${beside.join('')}</td></tr>`
    })
  return `<h2 id="errors">Errors</h2>
<p>The body of an error has <code>error</code>, one of these codes, <code>message</code> for human readers, <code>request_id</code>, and the fields named here. A batch item has the same values in <code>code</code> and <code>message</code>.</p>
<div class="scroll" tabindex="0"><table class="errors"><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Cause, and further fields</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}
