import type { Platform } from '@nani/foundation/platform/index.ts'
import { identityKeyOf } from '../../risk/fraud-network/index.ts'

/** The keys that encrypt monitors, and that find the monitors of an identity. */
export const monitorSecrets = ({ rootKey, vaultFor }: Pick<Platform, 'rootKey' | 'vaultFor'>) => ({
  vault: vaultFor('monitors'),
  identityKey: identityKeyOf({ rootKey }),
})
