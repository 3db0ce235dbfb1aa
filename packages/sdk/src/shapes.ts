import type { Batch as BatchShape, ErrorCode, jobSchema, resultsListSchema } from '@nani/contract'
import type Type from 'typebox'
import type { Tolerant } from './tolerant.ts'

declare const resultType: unique symbol

/** What every result has; the type of a result whose service is not known from its handle. */
export type AnyResult = { id: string; object: string; result?: string } & Record<string, unknown>

/** Spec 1 § Job object. `result` is present once completed, `error` once failed. */
export type Job<Result = AnyResult> = Tolerant<Omit<Type.Static<ReturnType<typeof jobSchema>>, 'result'>> & {
  result?: Result
}

/** Spec 1 § Batch object. Remembers, for the compiler only, the type of its items' results. */
export type Batch<Result = AnyResult> = Tolerant<BatchShape> & { readonly [resultType]?: Result }

type AnyItem = Type.Static<ReturnType<typeof resultsListSchema>>['data'][number]

/** One item of a batch, in the order of submission: succeeded with `result`, or failed with `error`. */
export type BatchItem<Result = AnyResult> =
  | (Omit<Extract<AnyItem, { status: 'succeeded' }>, 'result'> & { result: Result })
  | (Omit<Extract<AnyItem, { status: 'failed' }>, 'error'> & {
      error: { code: ErrorCode | (string & {}); message: string } & Record<string, unknown>
    })

/** Spec 1 § Batch results list. */
export type ResultsList<Result = AnyResult> = {
  object: 'list'
  data: BatchItem<Result>[]
  next_cursor: string | null
}

/** A batch: fields that apply to every item, and items that may override them; each has its `reference`. */
export type BatchRequest<Request, Shared extends keyof Request> = Partial<Pick<Request, Shared>> & {
  items: (Omit<Request, Shared | 'reference'> & Partial<Pick<Request, Shared>> & { reference: string })[]
}
