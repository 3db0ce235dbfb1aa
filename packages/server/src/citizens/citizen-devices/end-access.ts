import type { KeyObject } from 'node:crypto'
import type { Actor, Clock } from '@nani/foundation/core/index.ts'
import { pseudonym, writeAct } from '../../app/audit/index.ts'
import { type EndAccess, nothingEnded } from '../../register/register/index.ts'
import { revokeDevicesOf } from './device-statements.ts'
import { endOpenEnrolments } from './enrolment-rows.ts'
import { endSessionsOf } from './sessions.ts'

type Dependencies = { subjectKey: KeyObject; clock: Clock; actor: Actor }

/**
 * Ends the devices, the sessions and the open enrolments of citizens whose account the register took away. A device that
 * is revoked has no subscription for notifications and approves nothing.
 */
export const createEndAccess =
  ({ subjectKey, clock, actor }: Dependencies): EndAccess =>
  async (client, svcIds) => {
    if (svcIds.length === 0) return nothingEnded
    const citizens = svcIds.map((svcId) => Buffer.from(pseudonym(subjectKey, svcId), 'hex'))
    const devices = await revokeDevicesOf(client, citizens)
    const sessions = await endSessionsOf(client, citizens)
    const enrolments = await endOpenEnrolments(client, citizens)
    for (const subject of devices)
      await writeAct(client, {
        ...{ actor, action: 'devices.revoke', atMs: clock.now(), subject, after: { through: 'register' } },
      })
    return { citizens: svcIds.length, devices: devices.length, sessions, enrolments }
  }
