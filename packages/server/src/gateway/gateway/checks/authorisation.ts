import { Refusal } from '@nani/foundation/core/index.ts'
import type { Authorise } from '../call.ts'
import type { CheckDependencies } from '../check-dependencies.ts'
import type { WithAdmission, WithPreparedCall } from '../request-context.ts'

/** Much shorter than the lease of an idempotency lock, which the call holds meanwhile. */
export const maxAuthorisationMs = 2_000

/** spec/checks#authorisation: the endpoint asks whether the citizen has consented. */
export const checkConsent = (
  { prepared }: WithPreparedCall,
  { authorisationDeadline }: Pick<CheckDependencies, 'authorisationDeadline'>,
): Promise<void> | null => askWithin(authorisationDeadline, prepared.authorise?.consent)

/**
 * spec/checks#authorisation: the call can be paid. The admission has read the allowance of the application. Only if that
 * does not suffice, the endpoint asks for money of the organization. The commit decides.
 */
export const checkFunds = (
  { prepared: { cost = 0, authorise }, admission: { funds } }: WithPreparedCall & WithAdmission,
  { authorisationDeadline }: Pick<CheckDependencies, 'authorisationDeadline'>,
): Promise<void> | null =>
  cost > 0 && funds !== null && funds < cost ? askWithin(authorisationDeadline, authorise?.funds) : null

/** No answer in time is no permission. The caller may try again. */
const askWithin = (deadline: () => AbortSignal, ask: Authorise | undefined): Promise<void> | null => {
  if (!ask) return null
  const signal = deadline()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const refuse = () =>
    reject(new Refusal('overloaded', { retry_after: 1 }, { detail: 'an authorisation took too long' }))
  signal.addEventListener('abort', refuse, { once: true })
  return Promise.race([ask(signal), late]).finally(() => signal.removeEventListener('abort', refuse))
}
