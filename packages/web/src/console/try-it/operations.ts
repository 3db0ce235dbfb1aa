import type { Purpose, Scope } from '@nani/contract'
import type { ConsoleApplication } from '@nani/contract/console'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../staff/api-error.ts'

export type SandboxOperation = { id: string; method: string; path: string; summary: string; example: string }

type Described = {
  operationId: string
  summary?: string
  security?: Record<string, unknown>[]
  requestBody?: { content?: Record<string, { examples?: Record<string, { value: unknown }> }> }
  parameters?: { name?: string; in?: string; example?: unknown }[]
}
type Document = { paths: Record<string, Record<string, Described>> }

const isSigned = ({ security = [] }: Described): boolean => security.some((one) => 'signature' in one)

const withExamples = (path: string, { parameters = [] }: Described): string =>
  parameters
    .filter((one) => one.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example ?? `{${name}}`)), path)

const exampleOf = ({ requestBody }: Described): string => {
  const examples = requestBody?.content?.['application/json']?.examples ?? {}
  const [first] = Object.values(examples)
  return first === undefined ? '' : JSON.stringify(first.value, null, 2)
}

/** An example with scopes and a purpose that the application may use, so that the first call is not refused for them. */
export const fitted = (
  example: string,
  { scopes_in_force: granted, purposes_in_force: permitted }: ConsoleApplication,
): string => {
  if (example === '') return ''
  const body = JSON.parse(example) as { scopes?: unknown; purpose?: unknown }
  const [purpose] = permitted
  if (Array.isArray(body.scopes))
    body.scopes = body.scopes.filter((scope) => granted.includes(scope as Scope))
  if (typeof body.purpose === 'string' && purpose && !permitted.includes(body.purpose as Purpose))
    body.purpose = purpose
  return JSON.stringify(body, null, 2)
}

/** Every signed operation of the sandbox, as the sandbox describes itself. */
export const operationsOf = ({ paths }: Document): SandboxOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, described]) => isSigned(described))
      .map(([method, described]) => ({
        ...{ id: described.operationId, method: method.toUpperCase(), summary: described.summary ?? '' },
        ...{ path: withExamples(path, described), example: exampleOf(described) },
      })),
  )

export const useOperations = (origin: string) =>
  useQuery({
    queryKey: ['sandbox operations', origin],
    queryFn: async ({ signal }) => {
      const answer = await fetch(`${origin}/openapi.json`, { signal, credentials: 'omit' }).catch(() => {
        throw new ApiError(0, { error: 'unreachable', message: 'The sandbox cannot be reached.' })
      })
      if (!answer.ok) throw new Error(`The sandbox answered with status ${answer.status}.`)
      return operationsOf((await answer.json()) as Document)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
