import { type ErrorCode, errorCatalogue } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { errorContext } from './error-context.ts'
import { type Example, type Response, reference, type Schema } from './open-api.ts'

const statusOf = (code: ErrorCode): number | null => errorCatalogue[code].status

/** The error responses of an operation, by status. */
export const errorResponses = (codes: readonly ErrorCode[], signed: boolean): Record<string, Response> => {
  const byStatus = Map.groupBy(new Set(codes), (code) => statusOf(code) ?? 0)
  const statuses = [...byStatus.keys()].filter((status) => status > 0).toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [String(status), errorResponse(byStatus.get(status) ?? [], signed)]),
  )
}

const errorResponse = (codes: readonly ErrorCode[], signed: boolean): Response => {
  const waits = codes.some((code) => errorContext[code]?.retry_after)
  return {
    description: codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].message}`).join('\n'),
    headers: {
      'X-Request-Id': reference('headers', 'RequestId'),
      ...(waits && { 'Retry-After': reference('headers', 'RetryAfter') }),
      ...(signed && { 'X-SVC-IV': reference('headers', 'AnswerIv') }),
    },
    content: {
      'application/json': {
        schema: {
          allOf: [
            reference('schemas', 'Error'),
            { type: 'object', properties: { error: { type: 'string', enum: [...codes] } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, reference('examples', code)])),
        ...(signed && { 'x-encrypted': 'once the signature has verified' as const }),
      },
    },
  }
}

/** One example body for each code. */
export const errorExamples = (codes: readonly ErrorCode[]): Record<string, Example> =>
  Object.fromEntries(codes.map((code) => [code, { summary: code, value: exampleBody(code) }]))

const exampleBody = (code: ErrorCode) => {
  const context = Object.entries(errorContext[code] ?? {}).map(([name, schema]) => [
    name,
    (schema as { examples?: unknown[] }).examples?.[0],
  ])
  return {
    ...new Refusal(code, Object.fromEntries(context)).body(),
    request_id: 'req_01KJQCCTY0B1F2GR7V5Q0WDX9N',
  }
}

/** One line of the catalogue, as `x-errors` lists it. */
export type ErrorEntry = {
  code: string
  status: number | null
  message: string
  fields: { name: string; description: string }[]
}

/** Every code with its status, its meaning and its fields. */
export const errorCodeSchema = (codes: readonly ErrorCode[]): Schema => ({
  type: 'string',
  enum: [...codes],
  description: 'Stable and machine-readable: branch on it, never on the message.',
  'x-errors': codes.map(
    (code): ErrorEntry => ({
      code,
      status: statusOf(code),
      message: errorCatalogue[code].message,
      fields: Object.entries(errorContext[code] ?? {}).map(([name, schema]) => ({
        name,
        description: (schema as { description?: string }).description ?? '',
      })),
    }),
  ),
})
