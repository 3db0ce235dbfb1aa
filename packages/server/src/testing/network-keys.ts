import { createSecretKey } from 'node:crypto'
import { systemRandom } from '../core/index.ts'
import { createCaseVaults, type NetworkKeys } from '../fraud-network/index.ts'
import { createVault } from '../storage/index.ts'

/** Keys of the fraud network for tests. */
export const testNetworkKeys = (changes: Partial<NetworkKeys> = {}): NetworkKeys => ({
  identityKey: createSecretKey(Buffer.alloc(32, 2)),
  networkVault: createVault(Buffer.alloc(32, 4), 'fraud-network', systemRandom()),
  caseVaults: createCaseVaults(createVault(Buffer.alloc(32, 5), 'cases', systemRandom()), systemRandom()),
  ...changes,
})
