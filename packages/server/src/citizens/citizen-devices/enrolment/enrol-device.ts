import { enrolledDevice, enrolmentKey } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { defineAct, ofSurface } from '../../../gateway/acts/index.ts'
import { readOwnCitizen, shownCitizen } from '../describe-citizen.ts'
import type { DeviceContext, DeviceNeeds, DevicePreparation } from '../device-needs.ts'
import { type AcceptedKey, type AppOrigin, acceptKey, type OfferedKey } from '../devices/device-key.ts'
import { citizenContext, type DeviceKind, nameContext } from '../devices/device-row.ts'
import { countDevices, insertDevice } from '../devices/device-statements.ts'
import { canSignIn } from '../find-citizen.ts'
import { openSession } from '../sessions.ts'
import { languageOf, textsOf } from '../texts.ts'
import { sha256 } from './codes.ts'
import { type EnrolmentRow, lockCitizen, readEnrolment, writeDone } from './enrolment-rows.ts'
import { phoneOf } from './start-enrolment.ts'
import { enrolmentRate } from './stranger.ts'

const maxDevices = 10
const output = Type.Object({ ...enrolledDevice.properties, session_secret: Type.String(ofSurface) })

type Enrolling = {
  enrolment: EnrolmentRow
  svcId: string
  phone: string | null
  device: { id: string; name: string; kind: DeviceKind }
  citizen: ReturnType<typeof shownCitizen>
  accepted: AcceptedKey
  app: AppOrigin
}

const prepareDevice = async ({
  input,
  needs,
}: DevicePreparation<typeof enrolmentKey>): Promise<Enrolling> => {
  const { pool, vault, register, newId } = needs
  const app = needs.app()
  const enrolment = await readEnrolment(pool, sha256(input.id), 'key')
  if (!enrolment?.challenge) throw new Refusal('enrolment_ended')
  // The members that the schema leaves open are verified with the key.
  const accepted = await acceptKey(input.key as OfferedKey, enrolment.challenge, app)
  if (!accepted) throw new Refusal('key_refused')
  const context = citizenContext(enrolment.enrolment_hash.toString('hex'))
  const svcId = vault.open(enrolment.sealed_citizen, context).toString()
  const person = await readOwnCitizen(svcId, enrolment.environment, register)
  // The account may have been taken away after the enrolment began.
  if (!canSignIn(person)) throw new Refusal('enrolment_ended')
  const device = { id: newId('dev'), name: input.name.trim() || 'Nani', kind: accepted.kind }
  const citizen = shownCitizen(person, enrolment.environment)
  return { enrolment, svcId, phone: phoneOf(person), device, citizen, accepted, app }
}

/** Writes the device and its first session, and reports both to the telephone, in one transaction. */
export const enrolDevice = defineAct({
  name: 'devices.enrol',
  sentence: { en: 'Enrols a device with its key', fr: 'Enrôle un appareil avec sa clé' },
  actors: { system: true },
  input: enrolmentKey,
  output,
  refusals: ['invalid_request', 'enrolment_ended', 'key_refused', 'too_many_devices', 'too_many_attempts'],
  routes: { citizen: 'POST /enrolments/{id}/key' },
  rateLimit: enrolmentRate,
  answers: 201,
  prepare: prepareDevice,
  async perform({ client, needs, prepared }: DeviceContext<typeof enrolmentKey, Enrolling>) {
    const { enrolment, svcId, device, citizen: shown } = prepared
    const { citizen, environment } = enrolment
    const session_secret = await write(client, prepared, needs)
    return {
      result: { device, citizen: shown, session_secret },
      provenActor: { kind: 'citizen', svcId },
      entry: { subject: device.id, after: { environment, kind: device.kind } },
      afterCommit() {
        needs.sms.wake()
        const { name, kind } = device
        needs.deviceEnrolled.send({ citizen, environment, deviceId: device.id, name, kind })
      },
    }
  },
})

const write = async (
  client: pg.PoolClient,
  { enrolment, svcId, phone, device, accepted, app }: Enrolling,
  { random, vault, sms }: DeviceNeeds,
): Promise<string> => {
  const { citizen, environment } = enrolment
  await lockCitizen(client, citizen)
  if ((await countDevices(client, citizen)) >= maxDevices) throw new Refusal('too_many_devices')
  if (!(await writeDone(client, enrolment.enrolment_hash))) throw new Refusal('enrolment_ended')
  const revocation = random.bytes(32).toString('base64url')
  await insertDevice(client, {
    ...{ citizen, environment, deviceId: device.id, key: accepted, revocationHash: sha256(revocation) },
    sealedCitizen: vault.seal(Buffer.from(svcId), citizenContext(device.id)),
    sealedName: vault.seal(Buffer.from(device.name), nameContext(device.id)),
  })
  const text = textsOf(languageOf(enrolment.language)).enrolled(
    device.name,
    `${app.origin}/revoke#${revocation}`,
  )
  await sms.write(client, { environment, to: phone, text, kind: 'report' })
  return openSession(client, { citizen, device_id: device.id }, random)
}
