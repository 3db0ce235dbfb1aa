import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '../../../../testing/database.ts'
import { subjectKeyOf } from '../audit/index.ts'
import {
  type CitizenSession,
  createCitizenDevices,
  type EnrolledDevice,
  type FaceResult,
} from '../citizen-devices/index.ts'
import { createChannel, idSource, manualClock, systemRandom } from '../core/index.ts'
import type { Citizen } from '../register/index.ts'
import type { NewSms, Sms } from '../sms/index.ts'
import { createComingPartitions, createVault, deriveKey } from '../storage/index.ts'
import { testRegister } from './citizen.ts'
import { webCryptoDevice } from './device.ts'

export const app = { origin: 'http://localhost:4030' }

/** A photograph of a person; of no one, it is a fault of the capture. */
export const photographOf = (svcId: string): Buffer => Buffer.from(`face ${svcId}`)

const faceOf = (svcId: string, image: Buffer): FaceResult => {
  const text = image.toString()
  if (text === 'screen') return { result: 'not_recognised', why: 'liveness_failed' }
  if (!text.startsWith('face ')) return { result: 'capture_fault', fault: 'no_face' }
  return text === `face ${svcId}`
    ? { result: 'recognised', similarity: 0.95 }
    : { result: 'not_recognised', why: 'no_match' }
}

/** The devices of these people, on a database of its own, with telephones that keep their messages. */
export const openDevices = async (people: readonly Citizen[]) => {
  const database = await createTestDatabase()
  const { pool } = database
  const clock = manualClock(Date.now())
  const random = systemRandom()
  const rootKey = randomBytes(32)
  await createComingPartitions(pool, clock.now())
  const written: NewSms[] = []
  const sms: Sms = {
    write: async (_client, message) => void written.push(message),
    wake: () => {},
    shown: null,
  }
  const deviceEnrolled = createChannel<EnrolledDevice>()
  const checks = { faces: 0, before: async (): Promise<void> => {} }
  const checkFace = async (svcId: string, image: Buffer) => {
    checks.faces++
    await checks.before()
    return faceOf(svcId, image)
  }
  const register = testRegister(people)
  const phones = {
    onlyHolder: async (number: string) =>
      people.find(({ phone_numbers }) => phone_numbers.some((phone) => phone.number === number))?.svc_id ??
      null,
  }
  const newId = idSource(clock, random)
  const foundation = { pool, clock, random, newId, register, phones, rootKey }
  const devices = createCitizenDevices({
    ...{ pool, clock, random, newId, register, phones, sms, deviceEnrolled, checkFace },
    vault: createVault(rootKey, 'citizen-devices', random),
    subjectKey: subjectKeyOf(rootKey),
    codeKey: deriveKey(rootKey, 'device-codes'),
  })
  const start = (identifier: string, source = '203.0.113.7') =>
    devices.startEnrolment({ identifier, language: 'fr', source })
  /** The code of the last message to a person. */
  const lastCode = (): string => {
    const sent = written.findLast(({ to, text }) => to !== null && /\d{6}/.test(text))
    return /\d{6}/.exec(sent?.text ?? '')?.[0] ?? ''
  }
  /** An enrolled device of a person, with its session. */
  const enrol = async (svcId: string) => {
    const device = webCryptoDevice()
    const { id } = await start(svcId, `198.51.100.${written.length % 200}`)
    await devices.checkCode(id, lastCode())
    const { challenge } = await devices.checkFace(id, photographOf(svcId))
    const enrolled = await devices.enrol(id, { name: 'Phone', key: device.offer(challenge) }, app)
    const session = (await devices.readSession(enrolled.secret)) as CitizenSession
    return { ...device, id: enrolled.device.id, secret: enrolled.secret, session }
  }
  return {
    ...foundation,
    database,
    written,
    deviceEnrolled,
    checks,
    checkFace,
    devices,
    start,
    lastCode,
    enrol,
  }
}
