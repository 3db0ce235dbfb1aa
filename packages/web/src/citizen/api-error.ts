/** A refusal of the server, or `offline` if it did not answer. */
export class ApiError extends Error {
  readonly code: string
  readonly context: Readonly<Record<string, unknown>>

  constructor(code: string, context: Readonly<Record<string, unknown>> = {}) {
    super(code)
    this.code = code
    this.context = context
  }

  /** Seconds to wait before the next attempt. */
  get retryAfter(): number {
    const seconds = Number(this.context.retry_after)
    return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 60) : 1
  }
}

export const codeOf = (thrown: unknown): string => (thrown instanceof ApiError ? thrown.code : 'fault')
