import type { Clock } from '@nani/foundation/core/index.ts'
import { inTransaction, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { writeAct } from '../../app/audit/index.ts'
import { sha256 } from './codes.ts'
import { nameContext } from './device-row.ts'
import { findByRevocation, writeRevoked } from './device-statements.ts'
import { DeviceRefused } from './refused.ts'

type Dependencies = { pool: pg.Pool; clock: Clock; vault: Vault }

/** Revokes one of the citizen's devices: its sessions and its key count no more, from the commit on. */
export const createRevokeDevice =
  ({ pool, clock }: Dependencies) =>
  async (citizen: Buffer, deviceId: string, through: 'app' | 'message' = 'app'): Promise<void> => {
    const isRevoked = await inTransaction(pool, async (client) => {
      if (!(await writeRevoked(client, citizen, deviceId))) return false
      await writeAct(client, {
        actor: { kind: 'citizen', svcId: citizen.toString('hex') },
        action: 'devices.revoke',
        atMs: clock.now(),
        subject: deviceId,
        after: { through },
      })
      return true
    })
    if (!isRevoked) throw new DeviceRefused({ code: 'not_found' })
  }

/** Revokes with the secret of the message that reported the device. The holder of the telephone needs no session. */
export const createRevokeByMessage =
  (dependencies: Dependencies) =>
  async (secret: string): Promise<{ name: string; created_at: Date }> => {
    const { pool, vault } = dependencies
    const device = await findByRevocation(pool, sha256(secret))
    if (!device) throw new DeviceRefused({ code: 'not_found' })
    await createRevokeDevice(dependencies)(device.citizen, device.device_id, 'message')
    const name = vault.open(device.sealed_name, nameContext(device.device_id)).toString()
    return { name, created_at: device.created_at }
  }

/** The device that a message reported. The secret is all that the holder of the telephone has. */
export const createFindByMessage =
  ({ pool, vault }: Pick<Dependencies, 'pool' | 'vault'>) =>
  async (secret: string): Promise<{ name: string; created_at: Date; last_used_at: Date }> => {
    const device = await findByRevocation(pool, sha256(secret))
    if (!device) throw new DeviceRefused({ code: 'not_found' })
    const name = vault.open(device.sealed_name, nameContext(device.device_id)).toString()
    return { name, created_at: device.created_at, last_used_at: device.last_used_at }
  }
