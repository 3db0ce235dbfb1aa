import type { Database } from '@nani/foundation/storage/index.ts'
import type { ActingCitizen } from './acting-citizen.ts'
import type { DevicesDependencies } from './device-needs.ts'
import { createSignedBy, signingOptions } from './devices/device-signature.ts'
import { writeSigned } from './devices/device-statements.ts'
import { createPushSubscriptions } from './push-subscriptions.ts'
import { createReadSession } from './sessions.ts'

/** What other modules need of the devices of citizens, and what the acts of this module need. */
export type CitizenDevices = ReturnType<typeof createCitizenDevices>

export const createCitizenDevices = (dependencies: DevicesDependencies) => ({
  dependencies,
  readSession: createReadSession(dependencies),
  signedBy: createSignedBy(dependencies),
  /** Writes that the device of a session signed, in the transaction of what it signed. */
  writeSigned: (
    client: Database,
    { citizen, deviceId }: Pick<ActingCitizen, 'citizen' | 'deviceId'>,
    signCount: number,
  ) => writeSigned(client, { citizen, device_id: deviceId }, signCount),
  signingOptions,
  push: createPushSubscriptions(dependencies),
})

/**
 * The devices as an act in a cell uses them: they are in home. That a device signed is committed there before the act is committed in the
 * cell. If the act fails then, the counter of the device has risen, and the device signs again.
 */
export const devicesFromHome = (
  devices: Pick<CitizenDevices, 'signedBy' | 'writeSigned' | 'signingOptions'>,
  home: Database,
): Pick<CitizenDevices, 'signedBy' | 'writeSigned' | 'signingOptions'> => ({
  signedBy: devices.signedBy,
  writeSigned: (_cell, device, signCount) => devices.writeSigned(home, device, signCount),
  signingOptions: (_cell, ...signing) => devices.signingOptions(home, ...signing),
})
