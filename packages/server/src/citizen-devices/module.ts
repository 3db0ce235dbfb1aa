import { defineModule, type Platform } from '../platform/index.ts'
import { createCitizenDevices } from './citizen-devices.ts'

/** The devices with which citizens approve, and their sessions. */
export const citizenDevicesModule = defineModule({
  name: 'citizen devices',
  open({ pool, random, vaultFor }: Pick<Platform, 'pool' | 'random' | 'vaultFor'>) {
    return {
      provides: {
        citizenDevices: createCitizenDevices({ pool, random, vault: vaultFor('citizen-devices') }),
      },
    }
  },
})
