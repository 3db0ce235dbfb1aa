import { ApiError, type Problem } from './api-error.ts'
import { type Demand, demand } from './demands.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type SendOptions = {
  body?: unknown
  /** The version that the change is based on. */
  version?: number
  signal?: AbortSignal | undefined
  /** The refusal is shown where it occurs, and no dialog asks the person. */
  isQuiet?: boolean
  /** The most time that the request may take, where it is not the usual one. */
  timeoutMs?: number
}

const requestMs = 30_000
const maxDemands = 3

const demandOf = ({ status, problem }: ApiError): Demand | null => {
  if (status === 401 && problem.error === 'not_signed_in') return { kind: 'sign_in' }
  if (problem.error === 'second_factor_required')
    return { kind: 'second_factor', methods: problem.methods ?? [] }
  return null
}

const stepUpPath = '/session/step-up'
/** How often the session got a new secret. */
let renewals = 0
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/**
 * Sends a request of the console. If the session has ended, or a second factor is due, a dialog asks for it over the page.
 * Then the same request is sent, with the same idempotency key, so that a form loses nothing and nothing happens twice.
 */
export const send = async <T>(method: Method, path: string, options: SendOptions = {}): Promise<T> => {
  const key = method === 'POST' ? crypto.randomUUID() : null
  for (let demands = 0; ; demands++) {
    const renewalsBefore = renewals
    try {
      const answer = (await sendOnce(method, path, options, key)) as T
      if (path === stepUpPath) renewals++
      return answer
    } catch (error) {
      // The session got a new secret while the request was under way with the old one.
      if (renewals !== renewalsBefore && isSignedOut(error)) continue
      const asked = error instanceof ApiError && !options.isQuiet ? demandOf(error) : null
      if (!asked || demands >= maxDemands || !(await demand(asked))) throw error
    }
  }
}

const sendOnce = async (
  method: Method,
  path: string,
  { body, version, signal, timeoutMs = requestMs }: SendOptions,
  key: string | null,
): Promise<unknown> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(`/api${path}`, {
    method,
    headers: {
      ...(method !== 'GET' && { 'X-Nani-App': '1', 'Content-Type': 'application/json' }),
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
      ...(key && { 'Idempotency-Key': key }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, { error: 'unreachable', message: 'The server cannot be reached.' })
  })
  const text = await answer.text()
  const json = parsed(text)
  if (!answer.ok) throw new ApiError(answer.status, problemIn(json, answer.status))
  return json
}

const parsed = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const problemIn = (json: unknown, status: number): Problem =>
  json !== null && typeof json === 'object' && 'error' in json && 'message' in json
    ? (json as Problem)
    : { error: 'unreadable', message: `The server answered with status ${status}.` }
