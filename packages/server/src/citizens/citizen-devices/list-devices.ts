import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type DeviceKind, type DeviceRow, nameContext } from './device-row.ts'
import { listDevicesOf } from './device-statements.ts'
import type { CitizenSession } from './sessions.ts'

type Dependencies = { pool: pg.Pool; vault: Vault }

export type ListedDevice = {
  id: string
  name: string
  kind: DeviceKind
  createdAt: Date
  lastUsedAt: Date
  isThis: boolean
}

export type ListedDevices = {
  devices: ListedDevice[]
  /** Devices that were enrolled since this one last confirmed its notices. */
  unseen: ListedDevice[]
}

/** The devices of a citizen, as one of them shows them. */
export const createListDevices =
  ({ pool, vault }: Dependencies) =>
  async ({ citizen, device }: Pick<CitizenSession, 'citizen' | 'device'>): Promise<ListedDevices> => {
    const rows = await listDevicesOf(pool, citizen)
    const own = rows.find((row) => row.device_id === device.id)
    const shown = (row: DeviceRow): ListedDevice => ({
      id: row.device_id,
      name: vault.open(row.sealed_name, nameContext(row.device_id)).toString(),
      kind: row.kind,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      isThis: row === own,
    })
    const unseen = rows.filter((row) => own && row !== own && row.created_at > own.notices_seen_at)
    return { devices: rows.map(shown), unseen: unseen.map(shown) }
  }
