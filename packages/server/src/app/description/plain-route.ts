import type { ErrorCode } from '@nani/contract'
import type Type from 'typebox'
import type { Example, Header, Method, Operation } from './open-api.ts'

/** The documentation of a route without a signature. Texts are CommonMark. */
export type PlainRoute = {
  /** In the notation of the router. */
  path: string
  /** Absent: GET. */
  method?: Method
  operationId: string
  tag: string
  summary: string
  description: string
  /** What a caller presents, as alternatives. Absent: nothing. */
  security?: Operation['security']
  parameters?: {
    name: string
    in: 'path' | 'query'
    description: string
    schema: Type.TSchema
    /** Absent: required. */
    optional?: true
    example?: unknown
  }[]
  request?: { contentType: string; description: string; schema: Type.TSchema; example: unknown }
  answers: {
    status: number
    description: string
    /** Absent: the response has no body. */
    contentType?: string
    schema?: Type.TSchema
    example?: unknown
    examples?: Record<string, Example>
    headers?: Record<string, Header>
  }[]
  refusals?: readonly ErrorCode[]
}
