import type { KeyObject } from 'node:crypto'
import type { Actor } from '@nani/foundation/core/index.ts'
import { pseudonym } from '../../app/audit/index.ts'
import { type EndAccess, type EndedAccess, nothingEnded } from '../../register/register/index.ts'
import { type Cause, defineHomeEffect } from '../../register/register-outbox/index.ts'
import { lockDevicesOf } from './devices/device-statements.ts'
import { revokeLostDevice } from './devices/revoke-device.ts'
import { endOpenEnrolments } from './enrolment/enrolment-rows.ts'
import { endSessionsOf } from './sessions.ts'

/** `citizens`: their pseudonyms in hex, so that the outbox names no one. */
type LostAccess = { actor: Actor; citizens: readonly string[] }

/**
 * The devices, the sessions and the open enrolments of citizens whose account the register took away end. A device that
 * is revoked has no subscription for notifications and approves nothing.
 */
export const accessLost = defineHomeEffect<LostAccess, EndedAccess>(
  'access_lost',
  async (client, { actor, citizens: pseudonyms }, home) => {
    const citizens = pseudonyms.map((citizen) => Buffer.from(citizen, 'hex'))
    const devices = await lockDevicesOf(client, citizens)
    for (const { citizen, environment, device_id: id } of devices)
      await revokeLostDevice.within(
        client,
        actor,
        { id, environment, citizen: citizen.toString('hex') },
        home,
      )
    const sessions = await endSessionsOf(client, citizens)
    const enrolments = await endOpenEnrolments(client, citizens)
    return { citizens: citizens.length, devices: devices.length, sessions, enrolments }
  },
)

type Dependencies = { cause: Cause; subjectKey: KeyObject; actor: Actor }

/** Ends the access of citizens in the transaction of the register, or right after it where home is another database. */
export const createEndAccess =
  ({ cause, subjectKey, actor }: Dependencies): EndAccess =>
  async (client, svcIds) => {
    if (svcIds.length === 0) return nothingEnded
    const citizens = svcIds.map((svcId) => pseudonym(subjectKey, svcId))
    const ended = await cause(client, accessLost, { actor, citizens })
    return ended ?? { citizens: svcIds.length, devices: null, sessions: null, enrolments: null }
  }
