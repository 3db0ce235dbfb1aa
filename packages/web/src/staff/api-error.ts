import type { SecondFactorMethod } from '@nani/contract/console'

/** An error of the API as it is answered, or of the network. */
export type Problem = {
  error: string
  message: string
  request_id?: string
  next?: string
  field?: string
  reason?: string
  methods?: SecondFactorMethod[]
  current?: Record<string, unknown>
  retry_after?: number
  /** The preview of a list that is in progress. */
  preview_id?: string
}

export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem

  constructor(status: number, problem: Problem) {
    super(problem.message)
    this.status = status
    this.problem = problem
  }
}

export const problemOf = (error: unknown): Problem =>
  error instanceof ApiError
    ? error.problem
    : { error: 'page_fault', message: error instanceof Error ? error.message : String(error) }
