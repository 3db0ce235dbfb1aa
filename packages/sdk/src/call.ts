import { openAnswer } from './answer.ts'
import { uuid } from './clock.ts'
import { NaniConnectionError, NaniError } from './errors.ts'
import type { Settings } from './options.ts'
import { retryDelayMs } from './retry.ts'
import { type LogicalCall, signAttempt } from './signed-request.ts'

/** Options of every call. */
export type CallOptions = {
  /** Aborts the call, its retries and its waits. The call rejects with the reason of the signal. */
  signal?: AbortSignal
  /** For one attempt, in milliseconds. */
  timeoutMs?: number
  maxRetries?: number
}

/** Options of a POST. */
export type PostOptions = CallOptions & {
  /**
   * A UUID. Use the key of your own record to make a call safe over restarts of your process: within 24 hours the same
   * key returns the first answer. By default every logical call gets a new one.
   */
  idempotencyKey?: string
}

/** Performs one logical call of type `Answer`, including retries. */
export type Caller = {
  get<Answer>(path: string, options?: CallOptions): Promise<Answer>
  post<Answer>(
    path: string,
    body: object | undefined,
    options?: PostOptions,
    prefer?: 'respond-async',
  ): Promise<Answer>
}

export const caller = (settings: Settings): Caller => ({
  get: (path, options = {}) => perform(settings, { method: 'GET', path }, options),
  post: (path, body, options = {}, prefer) =>
    perform(
      settings,
      {
        method: 'POST',
        path,
        plaintext: body === undefined ? undefined : JSON.stringify(body),
        idempotencyKey: options.idempotencyKey ?? uuid(settings.random),
        prefer,
      },
      options,
    ),
})

const perform = async <Answer>(
  settings: Settings,
  call: LogicalCall,
  options: CallOptions,
): Promise<Answer> => {
  const maxRetries = options.maxRetries ?? settings.maxRetries
  for (let attempt = 0; ; attempt++) {
    options.signal?.throwIfAborted()
    try {
      // The service guarantees the shape. Members of later releases are kept (spec/conventions#versioning).
      return (await attemptOnce(settings, call, options)) as Answer
    } catch (error) {
      if (!(error instanceof NaniError) || attempt >= maxRetries) throw error
      const delayMs = retryDelayMs(error, attempt, settings.random)
      if (delayMs === null) throw error
      await settings.clock.sleep(delayMs, options.signal)
    }
  }
}

const attemptOnce = async (settings: Settings, call: LogicalCall, options: CallOptions) => {
  const attempt = signAttempt(settings, call)
  const answer = await settings.transport
    .send({
      method: call.method,
      origin: settings.origin,
      target: attempt.target,
      headers: attempt.headers,
      body: attempt.body,
      timeoutMs: options.timeoutMs ?? settings.timeoutMs,
      signal: options.signal,
    })
    .catch((cause: unknown) => {
      options.signal?.throwIfAborted()
      throw connectionError(settings.origin, cause)
    })
  return openAnswer(answer, attempt.nonce, settings.payloadEncryptionKey, settings.clock.now())
}

// An untrusted certificate or an oversized answer does not change, so a retry is useless.
const hopeless = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|ERR_OSSL|ERR_INVALID|EXCEEDED/

const connectionError = (origin: string, cause: unknown): NaniConnectionError => {
  // `fetch` of Node reports "fetch failed", and the reason is in `cause`.
  const code = codeOf(cause) ?? (cause instanceof Error ? codeOf(cause.cause) : null)
  const why = code ?? (cause instanceof Error ? cause.name : 'unknown cause')
  return new NaniConnectionError(`No answer from ${origin} (${why}).`, cause, !hopeless.test(why))
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
