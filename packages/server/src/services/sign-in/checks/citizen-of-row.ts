import { rfc3339 } from '@nani/foundation/core/index.ts'
import { canSignIn } from '../../../citizens/citizen-devices/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { Citizen } from '../../../register/register/index.ts'
import { citizenContext } from '../authorize.ts'
import type { SignInDependencies } from '../dependencies.ts'
import type { ConsentClaim } from '../tokens/claims.ts'
import type { CodeRow } from '../tokens/codes.ts'

const svcIdOf = (
  { request_id, sealed_citizen }: Pick<CodeRow, 'request_id' | 'sealed_citizen'>,
  applicationId: string,
  { vault }: Pick<SignInDependencies, 'vault'>,
): string => vault.open(sealed_citizen, citizenContext({ applicationId, requestId: request_id })).toString()

/** The citizen of a code or an access token. Null: the account cannot sign in now. */
export const citizenOfRow = async (
  row: Pick<CodeRow, 'request_id' | 'sealed_citizen'>,
  { applicationId, environment }: Application,
  { vault, register }: Pick<SignInDependencies, 'vault' | 'register'>,
): Promise<{ svcId: string; citizen: Citizen } | null> => {
  const svcId = svcIdOf(row, applicationId, { vault })
  const citizen = await register.findCitizen({ type: 'svc_id', value: svcId }, environment)
  return citizen && canSignIn(citizen) ? { svcId, citizen } : null
}

export const consentOf = ({
  consent_id,
  consent_expires_at,
}: Pick<CodeRow, 'consent_id' | 'consent_expires_at'>): ConsentClaim | null =>
  consent_id && consent_expires_at
    ? { consentId: consent_id, expiresAt: rfc3339(consent_expires_at.getTime()) }
    : null
