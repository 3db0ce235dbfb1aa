import { citizenDeviceList, noInput, noResult } from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import { defineAct, defineReading } from '../../../gateway/acts/index.ts'
import { type ActingCitizen, actingCitizen } from '../acting-citizen.ts'
import type { DeviceContext, DeviceNeeds, DeviceReading } from '../device-needs.ts'
import { nameOf } from './device-fields.ts'
import type { DeviceKind, DeviceRow } from './device-row.ts'
import { listDevicesOf, writeNoticesSeen } from './device-statements.ts'

type NamedDevice = { id: string; name: string; kind: DeviceKind; created_at: string; last_used_at: string }

type OwnDevices = {
  devices: NamedDevice[]
  /** The device of the session; absent if it was revoked meanwhile. */
  own: NamedDevice | undefined
  /** Devices that were enrolled since this one last confirmed its notices. */
  unseen: NamedDevice[]
}

/** The devices of a citizen, as one of them shows them. */
export const readDevices = async (
  citizen: ActingCitizen,
  { pool, vault }: Pick<DeviceNeeds, 'pool' | 'vault'>,
): Promise<OwnDevices> => {
  const rows = await listDevicesOf(pool, citizen)
  const own = rows.find((row) => row.device_id === citizen.deviceId)
  const named = (row: DeviceRow): NamedDevice => ({
    ...{ id: row.device_id, name: nameOf(row, vault), kind: row.kind },
    created_at: rfc3339(row.created_at.getTime()),
    last_used_at: rfc3339(row.last_used_at.getTime()),
  })
  const unseen = rows.filter((row) => own && row !== own && row.created_at > own.notices_seen_at)
  return { devices: rows.map(named), own: own && named(own), unseen: unseen.map(named) }
}

export const listDevices = defineReading({
  name: 'devices.list',
  sentence: { en: 'Lists the own devices', fr: 'Liste ses appareils' },
  actors: { citizen: true },
  input: noInput,
  output: citizenDeviceList,
  routes: { citizen: 'GET /devices' },
  async read({ actor, needs }: DeviceReading<typeof noInput>) {
    const citizen = actingCitizen(actor, needs)
    const { devices } = await readDevices(citizen, needs)
    return { devices: devices.map((device) => ({ ...device, this_device: device.id === citizen.deviceId })) }
  },
})

/** The citizen has seen that devices were added. */
export const confirmNotices = defineAct({
  name: 'devices.confirm_notices',
  sentence: { en: 'Confirms that devices were added', fr: 'Confirme que des appareils ont été ajoutés' },
  actors: { citizen: true },
  input: noInput,
  output: noResult,
  routes: { citizen: 'PUT /me/notices-seen' },
  async perform({ client, actor, needs }: DeviceContext<typeof noInput>) {
    const { citizen, deviceId } = actingCitizen(actor, needs)
    await writeNoticesSeen(client, citizen, deviceId)
    return { result: {}, entry: { subject: deviceId } }
  },
})
