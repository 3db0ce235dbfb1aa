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
