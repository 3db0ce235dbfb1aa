import type { Described } from './described-operations.ts'

/** The parts of an operation that these rules read. */
export type RuledOperation = Described<{
  operationId: string
  requestBody?: { content: Record<string, { example?: unknown }> }
}>

type Answer = { status: number; headers: Headers; json: unknown }
type Sending = {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  urlOf(operation: RuledOperation): string
}

const planted = 'planted_member'

/** A body that is right, but for a member that no operation has. */
const bodyOf = ({ method, requestBody }: RuledOperation): object | undefined =>
  method === 'GET'
    ? undefined
    : { ...(requestBody?.content['application/json']?.example as object | undefined), [planted]: 1 }

/**
 * The rules of the API of people that hold for every operation, as far as they are broken: a member of a body that is unknown is refused,
 * no answer is stored, and an error names its request.
 */
export const brokenRules = async (
  operations: readonly RuledOperation[],
  { send, urlOf }: Sending,
): Promise<string[]> => {
  const broken: string[] = []
  for (const operation of operations) {
    const { operationId, method } = operation
    const { status, headers, json } = await send(method, urlOf(operation), bodyOf(operation), {
      'if-match': '"1"',
    })
    const { error, field, request_id: id } = (json ?? {}) as Record<string, unknown>
    const isRefused = status === 400 && error === 'invalid_request' && field === planted
    const hasHeaders =
      headers.get('cache-control') === 'no-store' && headers.get('x-content-type-options') === 'nosniff'
    const requestId = headers.get('x-request-id')
    if (method !== 'GET' && !isRefused) broken.push(`${operationId}: ${status} ${error} ${field}`)
    if (!hasHeaders) broken.push(`${operationId}: its answer may be stored, or its type guessed`)
    if (!requestId || (status >= 400 && id !== requestId)) broken.push(`${operationId}: no id of the request`)
  }
  return broken
}
