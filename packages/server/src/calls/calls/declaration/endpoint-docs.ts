import type { ErrorCode } from '@nani/contract'
import type { Refusal } from '@nani/foundation/core/index.ts'
import type Type from 'typebox'
import type { Endpoint } from '../../../gateway/gateway/index.ts'

/** A body that the description shows, by a short name. */
export type Examples = Record<string, { summary: string; value: unknown }>

/** An example of a service and its response: the body, or the refusal. */
export type ExampleCall = {
  name: string
  summary: string
  request: Record<string, unknown>
  answer: Record<string, unknown> | Refusal
  /** What the service stored with the result, for its sub-resources. */
  internalData?: unknown
}

/** The executed examples of a service. */
export type ExampleRun = { service: { name: string; idPrefix: string }; calls: readonly ExampleCall[] }

/** One way in which an endpoint succeeds. */
export type SuccessDocs = {
  status: 200 | 202
  description: string
  schema: Type.TSchema
  examples(run: ExampleRun): Examples
}

/** The documentation of an endpoint, in addition to its method and path. Texts are CommonMark. */
export type EndpointDocs = {
  operationId: string
  tag: string
  summary: string
  description: string
  /** The parameters of the path, in their order. */
  path: Record<string, { description: string; example: string }>
  query: Record<string, Type.TSchema>
  request: { schema: Type.TSchema; examples(run: ExampleRun): Examples } | null
  /** `Prefer: respond-async` changes the response. */
  asynchronous: boolean
  answers: readonly SuccessDocs[]
  /** The codes of its refusals, in addition to those of the gateway. */
  refusals: readonly ErrorCode[]
}

/** An endpoint of the signed API that can be described. */
export type DescribedEndpoint = Endpoint & { docs: EndpointDocs }
