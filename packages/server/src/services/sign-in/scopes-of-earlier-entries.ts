import type { Platform } from '@nani/foundation/platform/index.ts'
import { scopesOfText } from './approvals/approval-text.ts'
import { evidenceContext } from './approvals/evidence.ts'
import type { Handle } from './handles.ts'
import { creditScope } from './sign-in-scopes.ts'
import { disclosedScopes } from './tokens/claims.ts'

/** What is kept of the request of a sign-in: the request for 30 days, and the approval that a device signed for five years. */
export type KeptRequest = { scopes: readonly string[] | null; sealedText: Buffer | null }

/**
 * Earlier releases left the profile and the consent out of the audit entry of a sign-in. They follow from what the citizen
 * approved: both have data in every sign-in that received a code. `applied` are the scopes of the entry.
 */
export const openEarlierScopes = ({ vaultFor }: Pick<Platform, 'vaultFor'>) => {
  const vault = vaultFor('sign-in')
  return (handle: Handle, applied: readonly string[], { scopes, sealedText }: KeptRequest): string[] => {
    const asked =
      scopes ?? (sealedText ? scopesOfText(vault.open(sealedText, evidenceContext(handle)).toString()) : [])
    return [...new Set([...disclosedScopes(asked, [], asked.includes(creditScope)), ...applied])]
  }
}
