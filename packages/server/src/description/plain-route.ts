import type { ErrorCode } from '@nani/contract'
import type Type from 'typebox'

/** The documentation of a route without a signature. Texts are CommonMark. */
export type PlainRoute = {
  /** In the notation of the router. */
  path: string
  operationId: string
  tag: string
  summary: string
  description: string
  parameters?: { name: string; in: 'path' | 'query'; description: string; schema: Type.TSchema }[]
  answers: {
    status: number
    description: string
    contentType: string
    schema?: Type.TSchema
    example?: unknown
  }[]
  refusals?: readonly ErrorCode[]
}
