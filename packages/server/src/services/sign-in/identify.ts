import { createHmac } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { addressGroup } from '@nani/foundation/http/index.ts'
import { pseudonym } from '../../app/audit/index.ts'
import { canSignIn, findCitizen, isMinor } from '../../citizens/citizen-devices/index.ts'
import { timeOf } from '../../gateway/gateway/index.ts'
import type { Citizen } from '../../register/register/index.ts'
import { approvalOf } from '../../register/synthetic-data/index.ts'
import { citizenContext } from './authorize.ts'
import type { SignInDependencies } from './dependencies.ts'
import type { Handle } from './handles.ts'
import { sha256 } from './hashes.ts'
import type { RequestRow } from './requests/requests.ts'
import { isForAdults } from './sign-in-scopes.ts'

type Dependencies = Pick<
  SignInDependencies,
  | 'writes'
  | 'clock'
  | 'random'
  | 'vault'
  | 'register'
  | 'phones'
  | 'auditKey'
  | 'approvalKey'
  | 'announce'
  | 'signInAsked'
  | 'applications'
>

/** No certified account has this number. */
const unassignedNumber = 'COD-0000-0000-0000'

/**
 * Identifies the citizen of a request. An unknown person leaves the same row and sees the same page. The request then
 * ends when its window ends.
 */
export const createIdentify =
  (dependencies: Dependencies) =>
  async (request: RequestRow, secret: string, text: string, address: string): Promise<void> => {
    const { writes, clock, random, vault, auditKey, approvalKey, announce, signInAsked } = dependencies
    const { environment, scopes } = request
    const handle: Handle = { applicationId: request.application_id, requestId: request.request_id }
    const application = await dependencies.applications.findById(handle.applicationId)
    const nowMs = timeOf(application ?? { clockAheadMs: 0 }, clock)
    const found = await findCitizen(text, environment, dependencies)
    const known = found && canSignIn(found) ? found : null
    const isTooYoung = known !== null && scopes.some(isForAdults) && isMinor(known, nowMs)
    // A person under 18 is not asked, so that the page reveals neither who exists nor how old they are.
    const asked = isTooYoung ? null : known
    const answer = sandboxAnswer(known, isTooYoung, environment)
    const svcId = asked?.svc_id ?? unassignedNumber
    const citizen = asked && Buffer.from(pseudonym(auditKey, svcId), 'hex')
    const isNotified = await writes.identify(handle, {
      ...{ browserHash: sha256(secret), citizen, answer },
      sealedCitizen: vault.seal(Buffer.from(svcId), citizenContext(handle)),
      counted: citizen ?? random.bytes(32),
      source: createHmac('sha256', approvalKey)
        .update(`source ${addressGroup(address)}`)
        .digest(),
    })
    announce(citizen?.toString('hex') ?? handle.requestId)
    if (isNotified && citizen)
      setImmediate(() => signInAsked.send({ ...handle, citizen, environment, scopes }))
  }

/** The answer of a sandbox person without a device. See spec/sandbox#sandbox-sign-in. */
const sandboxAnswer = (
  citizen: Citizen | null,
  isTooYoung: boolean,
  environment: Environment,
): 'approved' | 'declined' | null => {
  if (environment !== 'sandbox' || citizen === null) return null
  if (isTooYoung) return 'declined'
  const approval = approvalOf(citizen.svc_id)
  if (approval === 'never') return null
  return approval === 'declines' ? 'declined' : 'approved'
}
