import { identityKeyOf } from '../../fraud-network/index.ts'
import type { Platform } from '../../platform/index.ts'

/** The keys that encrypt monitors, and that find the monitors of an identity. */
export const monitorSecrets = ({ rootKey, vaultFor }: Pick<Platform, 'rootKey' | 'vaultFor'>) => ({
  vault: vaultFor('monitors'),
  identityKey: identityKeyOf({ rootKey }),
})
