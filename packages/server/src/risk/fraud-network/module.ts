import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { forgetNetworkChanges } from './forget-changes.ts'
import { createFraudStore } from './fraud-store.ts'
import { networkKeys } from './network-keys.ts'
import { sandboxNetwork } from './sandbox-network.ts'
import { writeNetworkParties } from './write-parties.ts'

type Needs = Pick<Platform, 'pool' | 'rootKey' | 'vaultFor' | 'random'>

/** The confirmed cases of the network. The sandbox has its own. */
export const fraudNetworkModule = defineModule({
  name: 'fraud network',
  async open(needs: Needs) {
    const store = { pool: needs.pool, ...networkKeys(needs) }
    await writeNetworkParties(store, 'sandbox', sandboxNetwork)
    return { provides: { fraudNetwork: createFraudStore(store) }, retention: [forgetNetworkChanges] }
  },
})
