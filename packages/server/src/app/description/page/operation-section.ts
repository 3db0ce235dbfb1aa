import type { ErrorEntry } from '../errors.ts'
import type { Example, MediaType, Method, OpenApi, Operation, Parameter, Response } from '../open-api.ts'
import { fields, resolve } from './fields.ts'
import { jsonCode } from './json-code.ts'
import { escapeHtml, inline, markdown } from './markdown.ts'
import { codeTabs, snippetsOf } from './snippets/code-tabs.ts'

const formType = 'application/x-www-form-urlencoded'

/** The shape that the page shows: JSON, or the fields of a form. */
const jsonOf = (content: Record<string, MediaType> | undefined): MediaType | undefined =>
  content?.['application/json'] ?? content?.[formType]

/** The codes of an error response. Empty for other responses. */
const codesOf = (response: Response): string[] =>
  (jsonOf(response.content)?.schema?.allOf?.[1]?.properties?.error?.enum ?? []) as string[]

/** One operation: its description and members on one side, its examples on the other. */
export const operationSection = (
  document: OpenApi,
  path: string,
  method: Method,
  operation: Operation,
): string => {
  const { operationId, description, responses, requestBody } = operation
  const answers = Object.entries(responses).filter(([, response]) => codesOf(response).length === 0)
  const refusals = Object.entries(responses).filter(([, response]) => codesOf(response).length > 0)
  const signed = operation.security.some((scheme) => 'signature' in scheme)
  const route = escapeHtml(path)
    .replaceAll('/', '/<wbr>')
    .replace(/\{\w+\}/g, '<em>$&</em>')
  return `<section class="operation" id="${operationId}">
<div class="text">
<h3><a href="#${operationId}">${escapeHtml(operation.summary)}</a></h3>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${route}</code></p>
${markdown(description)}
${parameters(document, operation, signed)}
${requestBody ? `<h4>Request</h4>${fields(document, jsonOf(requestBody.content)?.schema ?? {})}` : ''}
${answers.map(([status, response]) => answer(document, status, response)).join('')}
${refusals.length > 0 ? refusalTable(document, refusals) : ''}
</div>
<div class="side">
${codeTabs(snippetsOf(document, path, method, operation), operationId)}
${requestBody ? panel('Request', operationId, jsonOf(requestBody.content), document) : ''}
${answers.map(([status, response]) => panel(status, `${operationId}-${status}`, jsonOf(response.content), document)).join('')}
</div>
</section>`
}

const parameters = (document: OpenApi, operation: Operation, signed: boolean): string => {
  const all = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter))
  const own = all.filter(({ name }) => !name.startsWith('X-SVC-'))
  if (own.length === 0 && !signed) return ''
  const rows = own.map(({ name, in: place, required, description, schema }) => {
    const limits =
      schema.maximum === undefined
        ? ''
        : ` · ${schema.minimum} to ${schema.maximum} · default ${schema.default}`
    const mark = required ? ' <span class="required">required</span>' : ''
    return `<li><div><code class="name">${escapeHtml(name)}</code> <span class="type">${place}${limits}</span>${mark}</div><p>${inline(description)}</p></li>`
  })
  const signing = signed
    ? '<li class="quiet">Signed: the <a href="#headers">signing headers</a> are required.</li>'
    : ''
  return `<h4>Parameters</h4><ul class="fields">${rows.join('')}${signing}</ul>`
}

const answer = (document: OpenApi, status: string, { description, content }: Response): string => {
  const schema = jsonOf(content)?.schema
  const other = Object.keys(content ?? {}).filter((type) => type !== 'application/json')
  const types =
    other.length > 0 ? `<p>${other.map((type) => `<code>${escapeHtml(type)}</code>`).join(' ')}</p>` : ''
  const members = schema ? fields(document, schema) : ''
  const shape = members ? `<details><summary>Members</summary>${members}</details>` : ''
  const kind = Number(status) < 400 ? 'status ok' : 'status'
  return `<h4><span class="${kind}">${status}</span> ${inline(description)}</h4>${types}${shape}`
}

const refusalTable = (document: OpenApi, refusals: [string, Response][]): string => {
  const catalogue = (document.components.schemas.ErrorCode?.['x-errors'] ?? []) as ErrorEntry[]
  const messages = new Map(catalogue.map(({ code, message }) => [code, message]))
  const rows = refusals.flatMap(([status, response]) =>
    codesOf(response).map(
      (code) =>
        `<tr><td><span class="status">${status}</span></td><td><a href="#error-${code}"><code>${code}</code></a></td><td>${escapeHtml(messages.get(code) ?? '')}</td></tr>`,
    ),
  )
  return `<details class="refusals"><summary>${rows.length === 1 ? 'One refusal' : `${rows.length} refusals`}</summary><div class="scroll" tabindex="0"><table>${rows.join('')}</table></div></details>`
}

const panel = (title: string, group: string, media: MediaType | undefined, document: OpenApi): string => {
  const examples = Object.values(media?.examples ?? {}).map((example) => resolve<Example>(document, example))
  if (examples.length === 0) return ''
  const sealed = media?.['x-encrypted'] ? '<a class="sealed" href="#the-wire-format">sent encrypted</a>' : ''
  const shown = examples.map(({ summary, value }, index) => {
    const open = index === 0 ? ' open' : ''
    return `<details name="${group}"${open}><summary>${inline(summary ?? 'Example')}</summary>${jsonCode(value)}</details>`
  })
  return `<div class="panel"><div class="title"><b>${title}</b>${sealed}</div>${shown.join('')}</div>`
}
