import type { Environment } from '@nani/contract'
import type { Channel, Clock } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { writeAct } from '../../app/audit/index.ts'
import { sha256 } from './codes.ts'
import { readOwnCitizen, type ShownCitizen, shownCitizen } from './describe-citizen.ts'
import { type AcceptedKey, type AppOrigin, acceptKey, type OfferedKey } from './device-key.ts'
import { citizenContext, type DeviceKind, nameContext } from './device-row.ts'
import { countDevices, insertDevice } from './device-statements.ts'
import { type EnrolmentRow, lockCitizen, readEnrolment, writeDone } from './enrolment-rows.ts'
import { canSignIn } from './find-citizen.ts'
import { DeviceRefused } from './refused.ts'
import { openSession } from './sessions.ts'
import { type EnrolmentDependencies, phoneOf } from './start-enrolment.ts'
import { languageOf, textsOf } from './texts.ts'

/** A device that was enrolled just now. The others of the citizen receive a report. */
export type EnrolledDevice = {
  citizen: Buffer
  environment: Environment
  deviceId: string
  name: string
  kind: DeviceKind
}

export type EnrolDependencies = Omit<EnrolmentDependencies, 'codeKey'> & {
  clock: Clock
  deviceEnrolled: Channel<EnrolledDevice>
}

const maxDevices = 10

export type NewDevice = {
  secret: string
  device: { id: string; name: string; kind: DeviceKind }
  citizen: ShownCitizen
}

/** Writes the device and its first session, and reports both to the telephone, in one transaction. */
export const createEnrolDevice =
  (dependencies: EnrolDependencies) =>
  async (
    id: string,
    { name, key }: { name: string; key: OfferedKey },
    app: AppOrigin,
  ): Promise<NewDevice> => {
    const { pool, sms, newId, deviceEnrolled } = dependencies
    const enrolment = await readEnrolment(pool, sha256(id), 'key')
    if (!enrolment?.challenge) throw new DeviceRefused({ code: 'enrolment_ended' })
    const accepted = await acceptKey(key, enrolment.challenge, app)
    if (!accepted) throw new DeviceRefused({ code: 'key_refused' })
    const svcId = svcIdOf(enrolment, dependencies)
    const person = await readOwnCitizen(svcId, enrolment.environment, dependencies.register)
    // The account may have been taken away after the enrolment began.
    if (!canSignIn(person)) throw new DeviceRefused({ code: 'enrolment_ended' })
    const device = { id: newId('dev'), name, kind: accepted.kind }
    const enrolling = { enrolment, svcId, phone: phoneOf(person), device, accepted, app }
    const secret = await inTransaction(pool, (client) => write(client, enrolling, dependencies))
    sms.wake()
    const { citizen, environment } = enrolment
    deviceEnrolled.send({ citizen, environment, deviceId: device.id, name, kind: device.kind })
    return { secret, device, citizen: shownCitizen(person, environment) }
  }

const svcIdOf = (enrolment: EnrolmentRow, { vault }: EnrolDependencies): string =>
  vault.open(enrolment.sealed_citizen, citizenContext(enrolment.enrolment_hash.toString('hex'))).toString()

type Enrolling = {
  enrolment: EnrolmentRow
  svcId: string
  phone: string | null
  device: NewDevice['device']
  accepted: AcceptedKey
  app: AppOrigin
}

const write = async (
  client: pg.PoolClient,
  { enrolment, svcId, phone, device, accepted, app }: Enrolling,
  { random, vault, sms, clock }: EnrolDependencies,
): Promise<string> => {
  const { citizen, environment } = enrolment
  await lockCitizen(client, citizen)
  if ((await countDevices(client, citizen)) >= maxDevices)
    throw new DeviceRefused({ code: 'too_many_devices' })
  if (!(await writeDone(client, enrolment.enrolment_hash)))
    throw new DeviceRefused({ code: 'enrolment_ended' })
  const revocation = random.bytes(32).toString('base64url')
  await insertDevice(client, {
    ...{ citizen, environment, deviceId: device.id, key: accepted, revocationHash: sha256(revocation) },
    sealedCitizen: vault.seal(Buffer.from(svcId), citizenContext(device.id)),
    sealedName: vault.seal(Buffer.from(device.name), nameContext(device.id)),
  })
  await writeAct(client, {
    actor: { kind: 'citizen', svcId: citizen.toString('hex') },
    action: 'devices.enrol',
    atMs: clock.now(),
    subject: device.id,
    after: { environment, kind: device.kind },
  })
  const text = textsOf(languageOf(enrolment.language)).enrolled(
    device.name,
    `${app.origin}/revoke#${revocation}`,
  )
  await sms.write(client, { environment, to: phone, text, kind: 'report' })
  return openSession(client, { citizen, device_id: device.id }, random)
}
