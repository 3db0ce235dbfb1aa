import type { Method, OpenApi, Operation, Parameter } from '../../open-api.ts'
import { resolve } from '../fields.ts'
import { escapeHtml } from '../markdown.ts'
import { languages, plainRead, type Snippets, signedCall } from './signed-call.ts'

const isSigned = ({ security }: Operation): boolean => security.some((scheme) => 'signature' in scheme)

const exampleOf = (document: OpenApi, { requestBody }: Operation): unknown => {
  const [first] = Object.values(requestBody?.content['application/json']?.examples ?? {})
  return first && resolve<{ value: unknown }>(document, first as { value: unknown }).value
}

/** The call in each language. Empty where a library makes it: sign-in, and a form. */
export const snippetsOf = (
  document: OpenApi,
  path: string,
  method: Method,
  operation: Operation,
): Snippets => {
  const values = (operation.parameters ?? [])
    .map((one) => resolve<Parameter>(document, one))
    .filter((one) => one.in === 'path')
    .map(({ example }) => String(example ?? ''))
  if (isSigned(operation)) {
    const body = exampleOf(document, operation)
    return signedCall({ method, path, operationId: operation.operationId, values, body })
  }
  const isRead = method === 'get' && operation.security.length === 0 && '200' in operation.responses
  if (!isRead) return {}
  const left = [...values]
  return plainRead(path.replace(/\{\w+\}/g, () => left.shift() ?? ''))
}

/** The script of the page keeps one language open in all of them. Without it, each can be opened. */
export const codeTabs = (snippets: Snippets, group: string): string => {
  const shown = languages.flatMap((language) => {
    const code = snippets[language]
    return code === undefined ? [] : [{ language, code }]
  })
  if (shown.length === 0) return ''
  const tabs = shown.map(
    ({ language, code }, index) =>
      `<details name="${group}-call" data-language="${language}"${index === 0 ? ' open' : ''}><summary>${language}</summary><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></details>`,
  )
  return `<div class="panel calls"><div class="title"><b>Call</b><a class="sealed" href="#clients">clients</a></div>${tabs.join('')}</div>`
}
