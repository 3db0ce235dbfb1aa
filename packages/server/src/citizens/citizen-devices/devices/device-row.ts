import type { Environment } from '@nani/contract'

/** A key that cannot leave its device: of WebAuthn with user verification, or of WebCrypto. */
export type DeviceKind = 'webcrypto' | 'webauthn'

/** The device of a session or of a signature, as its row knows it. */
export type DeviceRow = {
  citizen: Buffer
  device_id: string
  environment: Environment
  sealed_citizen: Buffer
  sealed_name: Buffer
  kind: DeviceKind
  public_key: Buffer
  credential_id: string | null
  sign_count: number
  created_at: Date
  last_used_at: Date
  notices_seen_at: Date
}

export const deviceColumns = `d.citizen, d.device_id, d.environment, d.sealed_citizen, d.sealed_name, d.kind, d.public_key,
  d.credential_id, d.sign_count::float8 as sign_count, d.created_at, d.last_used_at, d.notices_seen_at`

/** Whether a device that is not revoked may sign with this counter: it rises, unless the device counts nothing. */
export const mayCount = (counter: string): string =>
  `revoked_at is null and (sign_count < ${counter} or (sign_count = 0 and ${counter} = 0))`

/** The contexts under which the values of a device are sealed. */
export const citizenContext = (deviceId: string) => `device citizen:${deviceId}`
export const nameContext = (deviceId: string) => `device name:${deviceId}`
export const pushContext = (deviceId: string) => `device push:${deviceId}`
