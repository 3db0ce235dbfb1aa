import { createSecretKey } from 'node:crypto'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { createCaseVaults, type NetworkKeys } from '../risk/fraud-network/index.ts'

/** Keys of the fraud network for tests. */
export const testNetworkKeys = (changes: Partial<NetworkKeys> = {}): NetworkKeys => ({
  identityKey: createSecretKey(Buffer.alloc(32, 2)),
  networkVault: createVault(Buffer.alloc(32, 4), 'fraud-network', systemRandom()),
  caseVaults: createCaseVaults(createVault(Buffer.alloc(32, 5), 'cases', systemRandom()), systemRandom()),
  ...changes,
})
