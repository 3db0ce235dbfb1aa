import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import type pg from 'pg'
import { pseudonym } from '../audit/index.ts'
import type { IdSource, Random } from '../core/index.ts'
import type { Citizen } from '../register/index.ts'
import type { Sms } from '../sms/index.ts'
import { inTransaction, type Vault } from '../storage/index.ts'
import { codeDigits, codeHash, drawCode, markOf, sha256 } from './codes.ts'
import { citizenContext } from './device-row.ts'
import { earlierCodes, insertEnrolment, lockCaused, lockCitizen, maxCodesSent } from './enrolment-rows.ts'
import { type CitizenSources, canSignIn, environmentOf, findAnywhere, noCitizen } from './find-citizen.ts'
import { DeviceRefused } from './refused.ts'
import { languageOf, textsOf } from './texts.ts'

export type EnrolmentDependencies = CitizenSources & {
  pool: pg.Pool
  random: Random
  newId: IdSource
  vault: Vault
  sms: Sms
  /** The key of the pseudonyms of citizens, as in the audit log. */
  subjectKey: KeyObject
  /** Keys codes, and marks of networks and of unknown identifiers. */
  codeKey: KeyObject
}

export type StartedEnrolment = { id: string; expires_at: Date; code_length: number }

/**
 * What one network may cause: enrolments within an hour, those for one citizen, and messages to one citizen within a day.
 * Citizens of a mobile network share addresses.
 */
const maxCaused = {
  production: { begun: 60, ofCitizen: 12, messages: 6 },
  sandbox: { begun: 2_000, ofCitizen: 2_000, messages: 2_000 },
} as const
const retryAfterSeconds = 600
const tooMany = () => new DeviceRefused({ code: 'too_many_attempts', retry_after: retryAfterSeconds })

/** The person whose enrolment begins. Without one, the same is written under a mark of the text, and nothing is sent. */
type Enrolling = { environment: Environment; citizen: Buffer; svcId: string; phone: string | null }

/**
 * Begins an enrolment, and sends a code to the registered telephone. An identifier of no one has the same answer, and
 * costs the same statements.
 */
export const createStartEnrolment =
  (dependencies: EnrolmentDependencies) =>
  async (given: { identifier: string; language: string; source: string }): Promise<StartedEnrolment> => {
    const { pool, sms, codeKey } = dependencies
    const enrolling = await findEnrolling(given.identifier, dependencies)
    const source = markOf(codeKey, 'source', given.source)
    const id = dependencies.random.bytes(32).toString('base64url')
    const expiresAt = await inTransaction(pool, (client) =>
      write(client, { ...given, ...enrolling, id, source }, dependencies),
    )
    sms.wake()
    return { id, expires_at: expiresAt, code_length: codeDigits }
  }

const findEnrolling = async (text: string, dependencies: EnrolmentDependencies): Promise<Enrolling> => {
  const found = await findAnywhere(text, dependencies)
  const phone = found && canSignIn(found) ? phoneOf(found) : null
  if (found === null || phone === null) {
    const citizen = markOf(dependencies.codeKey, 'unknown', text.trim())
    return { environment: 'production', citizen, svcId: noCitizen, phone: null }
  }
  const citizen = Buffer.from(pseudonym(dependencies.subjectKey, found.svc_id), 'hex')
  return { environment: environmentOf(found.svc_id), citizen, svcId: found.svc_id, phone }
}

/** The registered telephone: verified, and the primary one if there are several. */
export const phoneOf = ({ phone_numbers }: Pick<Citizen, 'phone_numbers'>): string | null => {
  const verified = phone_numbers.filter((phone) => phone.verified)
  return (verified.find((phone) => phone.is_primary) ?? verified[0])?.number ?? null
}

type Writing = Omit<Enrolling, 'source'> & { id: string; source: Buffer; language: string }

/**
 * Within the life of a code, a citizen gets three messages, from whatever sources they were asked for. A further
 * enrolment accepts the last code that was sent. A network causes only a few messages to one citizen in a day, and few
 * enrolments in which it can guess. An unknown caller can therefore neither flood a telephone, nor keep its holder from
 * enrolling.
 */
const write = async (
  client: pg.PoolClient,
  { id, source, environment, citizen, svcId, phone, language: asked }: Writing,
  { random, newId, vault, sms, codeKey }: EnrolmentDependencies,
): Promise<Date> => {
  const max = maxCaused[environment]
  const caused = await lockCaused(client, { source, citizen })
  if (caused.begun >= max.begun || caused.ofCitizen >= max.ofCitizen) throw tooMany()
  await lockCitizen(client, citizen)
  const earlier = await earlierCodes(client, citizen)
  const language = languageOf(asked)
  const code = drawCode(random)
  const isSent = earlier.sent < maxCodesSent && caused.messages < max.messages
  // No message now, and none that is still valid.
  if (!isSent && earlier.last_code_id === null) throw tooMany()
  const codeId = isSent ? newId('cod') : (earlier.last_code_id as string)
  const hash = isSent ? codeHash(codeKey, codeId, code) : (earlier.last_code_hash as Buffer)
  const enrolmentHash = sha256(id)
  const expiresAt = await insertEnrolment(client, {
    ...{ enrolmentHash, environment, citizen, source, language, codeId },
    // No code is right for an unknown person.
    codeHash: phone === null ? random.bytes(32) : hash,
    sealedCitizen: vault.seal(Buffer.from(svcId), citizenContext(enrolmentHash.toString('hex'))),
    sent: isSent,
  })
  const to = isSent ? phone : null
  await sms.write(client, { environment, to, text: textsOf(language).code(code), kind: 'code' })
  return expiresAt
}
