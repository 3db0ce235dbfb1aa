import type { ErrorCode } from '@nani/contract'
import type Type from 'typebox'
import type { Endpoint } from '../gateway/index.ts'
import type { Rehearsal } from './rehearse.ts'

/** A body that the description shows, by a short name. */
export type Examples = Record<string, { summary: string; value: unknown }>

/** One way in which an endpoint succeeds. */
export type AboutAnswer = {
  status: 200 | 202
  description: string
  schema: Type.TSchema
  examples(rehearsal: Rehearsal): Examples
}

/** What the description of the API says of an endpoint, beside its method and path. Texts are CommonMark. */
export type About = {
  operationId: string
  tag: string
  summary: string
  description: string
  /** What each parameter of the path stands for, in its order. */
  path: Record<string, { description: string; example: string }>
  query: Record<string, Type.TSchema>
  request: { schema: Type.TSchema; examples(rehearsal: Rehearsal): Examples } | null
  /** `Prefer: respond-async` changes what it answers. */
  asynchronous: boolean
  answers: readonly AboutAnswer[]
  /** What it may refuse beyond the gateway's own checks. */
  refusals: readonly ErrorCode[]
}

/** An endpoint of the signed API that can be described. */
export type DescribedEndpoint = Endpoint & { about: About }
