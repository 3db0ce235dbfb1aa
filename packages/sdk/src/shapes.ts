import type { Batch as BatchShape, ErrorCode, jobSchema, resultsListSchema } from '@nani/contract'
import type Type from 'typebox'
import type { Tolerant } from './tolerant.ts'

declare const resultType: unique symbol

/** The common members of results. It is the type of a result whose service is unknown. */
export type AnyResult = { id: string; object: string; result?: string } & Record<string, unknown>

/** See spec/request-modes#job-object. `result` is present once completed, `error` once failed. */
export type Job<Result = AnyResult> = Tolerant<Omit<Type.Static<ReturnType<typeof jobSchema>>, 'result'>> & {
  result?: Result
}

/** See spec/request-modes#batch-object. The type parameter is the type of its results, for the compiler only. */
export type Batch<Result = AnyResult> = Tolerant<BatchShape> & { readonly [resultType]?: Result }

type AnyItem = Type.Static<ReturnType<typeof resultsListSchema>>['data'][number]

/** One item of a batch, in the order of submission: succeeded with `result`, or failed with `error`. */
export type BatchItem<Result = AnyResult> =
  | (Omit<Extract<AnyItem, { status: 'succeeded' }>, 'result'> & { result: Result })
  | (Omit<Extract<AnyItem, { status: 'failed' }>, 'error'> & {
      error: { code: ErrorCode | (string & {}); message: string } & Record<string, unknown>
    })

/** See spec/request-modes#results-list. */
export type ResultsList<Result = AnyResult> = {
  object: 'list'
  data: BatchItem<Result>[]
  next_cursor: string | null
}

/** A batch: fields for every item, and items that can override them. Each item has its `reference`. */
export type BatchRequest<Request, Shared extends keyof Request> = Partial<Pick<Request, Shared>> & {
  items: (Omit<Request, Shared | 'reference'> & Partial<Pick<Request, Shared>> & { reference: string })[]
}
