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
