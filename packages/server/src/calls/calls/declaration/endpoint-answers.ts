import type { EndpointResponse, OpenCall } from '../../../gateway/gateway/index.ts'
import type { RenderedPage } from '../batches/batch-results.ts'

/** A response that was committed with its audit entry, which names what it discloses. */
export const committed = (status: number, body: string): EndpointResponse => ({ status, body, audited: true })

/** A response to a read. Its audit entry is committed before it is sent. */
export const disclosing = (value: unknown, disclosedIds: readonly string[]): EndpointResponse =>
  disclosingPage({ body: JSON.stringify(value), disclosedIds })

export const disclosingPage = (page: RenderedPage): EndpointResponse => ({
  status: 200,
  audited: false,
  ...page,
})

export const paramOf = (call: OpenCall, name: string): string => call.request.params[name] ?? ''
