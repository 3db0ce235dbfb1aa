import type { Environment } from '@nani/contract'
import { type OutboundPolicy, publicOnly, publicOrLoopback } from '@nani/foundation/outbound/index.ts'

/** Where events may be sent: HTTPS to the public Internet, and in a trial's sandbox this machine too. */
export const webhookPolicies = (sandboxAllowsLoopback: boolean): Record<Environment, OutboundPolicy> => ({
  sandbox: sandboxAllowsLoopback ? publicOrLoopback : publicOnly,
  production: publicOnly,
})
