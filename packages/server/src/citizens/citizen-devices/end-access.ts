import type { KeyObject } from 'node:crypto'
import type { Actor, Clock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { pseudonym } from '../../app/audit/index.ts'
import { type EndAccess, nothingEnded } from '../../register/register/index.ts'
import { lockDevicesOf } from './devices/device-statements.ts'
import { revokeLostDevice } from './devices/revoke-device.ts'
import { endOpenEnrolments } from './enrolment/enrolment-rows.ts'
import { endSessionsOf } from './sessions.ts'

type Dependencies = { pool: pg.Pool; subjectKey: KeyObject; clock: Clock; actor: Actor }

/**
 * Ends the devices, the sessions and the open enrolments of citizens whose account the register took away. A device that
 * is revoked has no subscription for notifications and approves nothing.
 */
export const createEndAccess =
  ({ pool, subjectKey, clock, actor }: Dependencies): EndAccess =>
  async (client, svcIds) => {
    if (svcIds.length === 0) return nothingEnded
    const citizens = svcIds.map((svcId) => Buffer.from(pseudonym(subjectKey, svcId), 'hex'))
    const devices = await lockDevicesOf(client, citizens)
    for (const { citizen, environment, device_id: id } of devices)
      await revokeLostDevice.within(
        client,
        actor,
        { id, environment, citizen: citizen.toString('hex') },
        { pool, clock },
      )
    const sessions = await endSessionsOf(client, citizens)
    const enrolments = await endOpenEnrolments(client, citizens)
    return { citizens: svcIds.length, devices: devices.length, sessions, enrolments }
  }
