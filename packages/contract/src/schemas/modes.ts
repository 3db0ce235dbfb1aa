import Type from 'typebox'

const timestamp = Type.String({ format: 'date-time' })

/** See spec/billing#amounts-of-money. */
export const moneySchema = Type.Object({ value: Type.Number(), currency: Type.Enum(['USD', 'CDF']) })

/** The error body of every refusal (spec/errors#error-body). */
export const errorSchema = Type.Object(
  { error: Type.String(), message: Type.String(), request_id: Type.Optional(Type.String()) },
  { additionalProperties: true },
)

/** See spec/request-modes#job-object. */
export const jobSchema = <Result extends Type.TSchema>(result: Result) =>
  Type.Object({
    id: Type.String(),
    object: Type.Literal('job'),
    service: Type.String(),
    status: Type.Enum(['pending', 'completed', 'failed']),
    created_at: timestamp,
    result_url: Type.String(),
    result: Type.Optional(result),
    error: Type.Optional(errorSchema),
  })

/** spec/request-modes#batch-object, also for `completed_with_errors` and `cancelled_at`. */
export const batchSchema = Type.Object({
  id: Type.String(),
  object: Type.Literal('batch'),
  service: Type.String(),
  status: Type.Enum(['pending', 'completed', 'completed_with_errors']),
  total_items: Type.Integer(),
  processed_items: Type.Integer(),
  succeeded_items: Type.Integer(),
  failed_items: Type.Integer(),
  created_at: timestamp,
  completed_at: Type.Union([timestamp, Type.Null()]),
  cancelled_at: Type.Optional(timestamp),
  results_url: Type.String(),
  /** The most that the batch can cost. This amount is held until its items end. */
  quoted: Type.Optional(moneySchema),
})
export type Batch = Type.Static<typeof batchSchema>

/** See spec/request-modes#results-list. */
export const resultsListSchema = <Result extends Type.TSchema>(result: Result) =>
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Union([
        Type.Object({ reference: Type.String(), status: Type.Literal('succeeded'), result }),
        Type.Object({
          reference: Type.String(),
          status: Type.Literal('failed'),
          error: Type.Object({ code: Type.String(), message: Type.String() }, { additionalProperties: true }),
        }),
      ]),
    ),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  })
