import type { CaseVaults } from '../../fraud-network/index.ts'
import { openCaseVaults } from '../../fraud-network/index.ts'
import type { Platform } from '../../platform/index.ts'
import { deriveKey } from '../../storage/index.ts'
import type { PartyKeyed } from './party-keys.ts'

/** The keys of cases, and the key of the pseudonyms by which cases are linked. */
export const fraudSecrets = (
  secrets: Pick<Platform, 'rootKey' | 'vaultFor' | 'random'>,
): PartyKeyed & { vaults: CaseVaults } => ({
  vaults: openCaseVaults(secrets),
  partyKey: deriveKey(secrets.rootKey, 'fraud-parties'),
})
