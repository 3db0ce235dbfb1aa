import type { Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import type { CaseVaults } from '../../risk/fraud-network/index.ts'
import { openCaseVaults } from '../../risk/fraud-network/index.ts'
import type { PartyKeyed } from './party-keys.ts'

/** The keys of cases, and the key of the pseudonyms by which cases are linked. */
export const fraudSecrets = (
  secrets: Pick<Platform, 'rootKey' | 'vaultFor' | 'random'>,
): PartyKeyed & { vaults: CaseVaults } => ({
  vaults: openCaseVaults(secrets),
  partyKey: deriveKey(secrets.rootKey, 'fraud-parties'),
})
