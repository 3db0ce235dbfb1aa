import type { ErrorCode } from '@nani/contract'
import type Type from 'typebox'

/** A route without a signature, as the description tells of it. Texts are CommonMark. */
export type PlainRoute = {
  /** In the router's notation. */
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
