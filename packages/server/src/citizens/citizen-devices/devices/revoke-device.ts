import { closed, idInput, noResult, reportedDevice, revocationToken, revokedDevice } from '@nani/contract'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActContext, type ActNeeds, defineAct, defineReading } from '../../../gateway/acts/index.ts'
import { actingCitizen } from '../acting-citizen.ts'
import type { DeviceContext, DeviceReading } from '../device-needs.ts'
import { sha256 } from '../enrolment/codes.ts'
import { sessionRate } from '../enrolment/stranger.ts'
import { holderOf, nameOf } from './device-fields.ts'
import type { DeviceRow } from './device-row.ts'
import { findByRevocation, writeRevoked } from './device-statements.ts'

/** A revoked device has no session and no key that counts, from the commit on. */
const revoke = async (
  client: pg.PoolClient,
  of: Pick<DeviceRow, 'citizen' | 'environment'>,
  deviceId: string,
): Promise<void> => {
  if (!(await writeRevoked(client, of, deviceId))) throw new Refusal('not_found')
}

export const revokeDevice = defineAct({
  name: 'devices.revoke',
  sentence: { en: 'Removes one of the own devices', fr: 'Retire un de ses appareils' },
  actors: { citizen: true },
  input: idInput,
  output: noResult,
  refusals: ['not_found'],
  routes: { citizen: 'DELETE /devices/{id}' },
  async perform({ client, actor, input: { id }, needs }: DeviceContext<typeof idInput>) {
    await revoke(client, actingCitizen(actor, needs), id)
    return { result: {}, entry: { subject: id, after: { through: 'app' } } }
  },
})

/** Revokes with the secret of the message that reported the device. The holder of the telephone needs no session. */
export const revokeByMessage = defineAct({
  name: 'devices.revoke_by_message',
  sentence: {
    en: 'Removes the device that a message reported',
    fr: 'Retire l’appareil qu’un message a signalé',
  },
  actors: { system: true },
  input: revocationToken,
  output: revokedDevice,
  refusals: ['invalid_request', 'not_found', 'too_many_attempts'],
  // Not GET: the secret stays out of addresses and logs.
  routes: { citizen: 'POST /revocations' },
  rateLimit: sessionRate,
  async perform({ client, input, needs: { vault } }: DeviceContext<typeof revocationToken>) {
    const device = await reported(client, input.token)
    await revoke(client, device, device.device_id)
    return {
      result: { device: { name: nameOf(device, vault), created_at: timeOf(device.created_at) } },
      provenActor: holderOf(device, vault),
      entry: { subject: device.device_id, after: { through: 'message' } },
    }
  },
})

/** The device that a message reported. The secret is all that the holder of the telephone has. */
export const findByMessage = defineReading({
  name: 'devices.find_by_message',
  sentence: { en: 'Reads the device that a message reported', fr: 'Lit l’appareil qu’un message a signalé' },
  actors: { system: true },
  input: revocationToken,
  output: reportedDevice,
  refusals: ['invalid_request', 'not_found', 'too_many_attempts'],
  routes: { citizen: 'POST /revocations/device' },
  rateLimit: sessionRate,
  async read({ pool, input, needs: { vault } }: DeviceReading<typeof revocationToken>) {
    const device = await reported(pool, input.token)
    return {
      device: {
        name: nameOf(device, vault),
        created_at: timeOf(device.created_at),
        last_used_at: timeOf(device.last_used_at),
      },
    }
  },
})

const reported = async (database: Database, token: string): Promise<DeviceRow> => {
  const device = await findByRevocation(database, sha256(token))
  if (!device) throw new Refusal('not_found')
  return device
}

const timeOf = (time: Date): string => rfc3339(time.getTime())

const lostDevice = Type.Object(
  {
    citizen: Type.String({ description: 'The pseudonym, in hex.' }),
    environment: Type.Enum(['sandbox', 'production']),
    id: Type.String(),
  },
  closed,
)

/** The register took the account of the citizen away. */
export const revokeLostDevice = defineAct({
  name: 'devices.revoke_lost',
  sentence: {
    en: 'Removes a device of a citizen without an account',
    fr: 'Retire l’appareil d’un citoyen qui n’a plus de compte',
  },
  actors: { operator: ['supervisor', 'enrolment_officer'], system: true },
  input: lostDevice,
  output: noResult,
  async perform({ client, input }: ActContext<Static<typeof lostDevice>, ActNeeds, undefined>) {
    const { citizen, environment, id } = input
    await revoke(client, { citizen: Buffer.from(citizen, 'hex'), environment }, id)
    return { result: {}, entry: { subject: id, after: { through: 'register' } } }
  },
})
