import type { Environment } from '@nani/contract'
import { createChannel } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { createComingPartitions } from '@nani/foundation/storage/index.ts'
import { createTestDatabase } from '../../../../../testing/database.ts'
import { composition } from '../../app/app/index.ts'
import { auditModule } from '../../app/audit/index.ts'
import {
  type CitizenSession,
  citizenDevicesModule,
  type FaceResult,
} from '../../citizens/citizen-devices/index.ts'
import type { NewSms, Sms, SmsUse } from '../../citizens/sms/index.ts'
import { checkOutputs } from '../../gateway/acts/index.ts'
import {
  type Citizen,
  createPhoneHolders,
  registerModule,
  writeCitizens,
} from '../../register/register/index.ts'
import { type CitizenFaces, faceSecrets, writeReason } from '../../services/face/index.ts'
import { noon, testPlatform } from '../platform.ts'
import { webCryptoDevice } from './device.ts'
import { deviceCalls } from './device-calls.ts'

export const app = { origin: 'http://localhost:4030' }

/** A photograph of a person; of no one, it is a fault of the capture. */
export const photographOf = (svcId: string): Buffer => Buffer.from(`face ${svcId}`)

/** The code as a message shows it; empty if there is none. */
export const codeOfMessage = (text: string): string =>
  /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/.exec(text)?.[0] ?? ''

/** The calibration of every comparison here. */
export const calibrationId = 'cal_of_tests'

const faceOf = (svcId: string, image: Buffer): FaceResult => {
  const text = image.toString()
  if (text === 'screen') return { result: 'not_recognised', why: 'liveness_failed', calibrationId: null }
  if (!text.startsWith('face ')) return { result: 'capture_fault', fault: 'no_face' }
  return text === `face ${svcId}`
    ? { result: 'recognised', similarity: 0.95, calibrationId }
    : { result: 'not_recognised', why: 'no_match', calibrationId }
}

/** The telephones keep their messages, and a face is compared by what the photograph says. Its reason is really written. */
const createDoubles = (platform: Platform) => {
  const written: NewSms[] = []
  /** How long the next message would wait. */
  const delay = { ms: 0 }
  const sms: Sms = {
    write: async (_client, message) => void written.push(message),
    wake: () => {},
    forecast: async () => ({ now: new Date(0), leavesAt: new Date(delay.ms) }),
    shown: null,
  }
  const raised: string[] = []
  const detection = {
    raise: async (_database: unknown, { kind }: { kind: string }) => void raised.push(kind),
  }
  const checks = { faces: 0, before: async (): Promise<void> => {} }
  const citizenFaces = {
    async check(svcId: string, image: Buffer) {
      checks.faces++
      await checks.before()
      return faceOf(svcId, image)
    },
    writeReason: (...[client, given, call]: Parameters<CitizenFaces['writeReason']>) =>
      writeReason(client, given, call, faceSecrets(platform).reasons),
  }
  return { written, delay, sms, raised, detection, checks, citizenFaces }
}

/**
 * The devices of these people, on a database of its own. They are the modules of the product. A test opens further
 * modules with what these provide (`context`).
 */
export const openDevices = async (people: readonly Citizen[], environment: Environment = 'production') => {
  checkOutputs()
  const database = await createTestDatabase()
  const platform = testPlatform(database)
  const { pool, clock } = platform
  // The clock of the database decides when a session and a code end.
  clock.advance(Date.now() - noon)
  await createComingPartitions(pool, clock.now())
  // A document has one holder, and test citizens all have the same documents.
  const holders = people.map((person) => ({ ...person, documents: [] }))
  const { refused } = await writeCitizens(pool, holders, environment)
  if (refused.length > 0) throw new Error(JSON.stringify(refused))
  const { written, delay, sms, raised, detection, checks, citizenFaces } = createDoubles(platform)
  const smsHalfUsed = createChannel<SmsUse>()
  const { context, stop } = await composition<Platform>()
    .use(auditModule)
    .use(registerModule)
    .use({
      name: 'doubles',
      open: ({ storedRegister: register }) => ({
        provides: { register, sms, smsHalfUsed, detection, citizenFaces },
      }),
    })
    .use(citizenDevicesModule)
    .open(platform, { registerTimeoutMs: 5_000 })
  const { citizenDevices, deviceEnrolled, register } = context
  const devices = deviceCalls(citizenDevices, app)
  const start = (identifier: string, source = '203.0.113.7') =>
    devices.startEnrolment({ identifier, language: 'fr', address: source, app })
  /** The code of the last message to a person. */
  const lastCode = (): string => {
    const sent = written.findLast(({ to, kind }) => to !== null && kind === 'code')
    return codeOfMessage(sent?.text ?? '')
  }
  const codes = new Map<string, string>()
  /** An enrolled device of a person, with its session. */
  const enrol = async (svcId: string) => {
    const device = webCryptoDevice()
    const before = written.length
    const { id } = await start(svcId, `198.51.100.${before % 200}`)
    // After three messages the last code of the person counts.
    if (written.slice(before).some(({ to }) => to !== null)) codes.set(svcId, lastCode())
    await devices.checkCode(id, codes.get(svcId) ?? '')
    const { challenge } = await devices.checkFace(id, photographOf(svcId))
    const enrolled = await devices.enrol(id, { name: 'Phone', key: device.offer(challenge) }, app)
    const session = (await devices.readSession(enrolled.secret)) as CitizenSession
    return { ...device, id: enrolled.device.id, secret: enrolled.secret, session }
  }
  return {
    ...{ ...platform, database, context, register, phones: createPhoneHolders(pool) },
    ...{ written, delay, raised, smsHalfUsed, checks, checkFace: citizenFaces.check },
    ...{ devices, deviceEnrolled, start, lastCode, enrol },
    async stop() {
      await stop()
      await database.drop()
    },
  }
}
