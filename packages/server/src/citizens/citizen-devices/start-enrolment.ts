import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { type IdSource, type Random, rfc3339 } from '@nani/foundation/core/index.ts'
import { inTransaction, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { pseudonym } from '../../app/audit/index.ts'
import type { Citizen } from '../../register/register/index.ts'
import type { Sms, SmsTurn } from '../sms/index.ts'
import {
  type Caused,
  causedBy,
  lockNetwork,
  mayBegin,
  messageAllowedAt,
  retryAfterSeconds,
  type Sources,
  sourcesOf,
} from './caused-by-networks.ts'
import { leavesWithinSeconds, maxCodesSent, maxWrongOfMessage, resendSeconds } from './code-limits.ts'
import { boundLine, codeHash, codeLength, drawCode, markOf, sha256, shownCode } from './codes.ts'
import type { AppOrigin } from './device-key.ts'
import { citizenContext } from './device-row.ts'
import { type EarlierCodes, earlierCodes, insertEnrolment, lockCitizen } from './enrolment-rows.ts'
import {
  type CitizenSources,
  canSignIn,
  environmentOf,
  findAnywhere,
  noCitizen,
  plainText,
} from './find-citizen.ts'
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

export type StartedEnrolment = {
  id: string
  expires_at: Date
  code_length: number
  /** When a further enrolment sends a message. */
  next_message_at: Date
}

/** The person whose enrolment begins. Without one, the same is written under a mark of the text, and nothing is sent. */
type Enrolling = { environment: Environment; citizen: Buffer; svcId: string; phone: string | null }

/** What a person typed, in which language, and the address and the app that it came from. */
export type StartingEnrolment = { identifier: string; language: string; address: string; app: AppOrigin }

/**
 * Begins an enrolment, and sends a code to the registered telephone. An identifier of no one has the same answer, and
 * costs the same statements.
 */
export const createStartEnrolment =
  (dependencies: EnrolmentDependencies) =>
  async (given: StartingEnrolment): Promise<StartedEnrolment> => {
    const { pool, sms, codeKey } = dependencies
    const enrolling = await findEnrolling(given.identifier, dependencies)
    const sources = sourcesOf(given.address, codeKey)
    const asked = markOf(codeKey, 'asked', plainText(given.identifier))
    const id = dependencies.random.bytes(32).toString('base64url')
    const started = await inTransaction(pool, (client) =>
      write(client, { ...given, ...enrolling, id, sources, asked }, dependencies),
    )
    sms.wake()
    return { id, code_length: codeLength, ...started }
  }

const findEnrolling = async (text: string, dependencies: EnrolmentDependencies): Promise<Enrolling> => {
  const found = await findAnywhere(text, dependencies)
  const phone = found && canSignIn(found) ? phoneOf(found) : null
  if (found === null || phone === null) {
    const citizen = markOf(dependencies.codeKey, 'unknown', plainText(text))
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

type Writing = Enrolling & {
  id: string
  sources: Sources
  asked: Buffer
  language: string
  app: AppOrigin
}

/** Whether a message is written now, and when the next one is possible. */
type Turn = { isSent: boolean; askedSent: boolean; nextAt: Date | null }

/**
 * A citizen gets three messages within the life of a code, from whatever sources they were asked for. A further
 * enrolment accepts the last code, unless strangers guessed at it: then a message leaves all the same. A stranger can
 * therefore neither flood a telephone, nor keep its holder from enrolling.
 */
const turnOf = (
  earlier: EarlierCodes,
  caused: readonly Caused[],
  leavesAt: Date | null,
  writing: Writing,
): Turn => {
  const isGuessed = (earlier.last?.wrong_of_message ?? 0) >= maxWrongOfMessage
  const allowedAt = messageAllowedAt(caused, writing.environment)
  const mayLeave = leavesAt === null && allowedAt === null
  const askedSent = mayLeave && earlier.asked < maxCodesSent
  const isSent = mayLeave && (earlier.sent < maxCodesSent || isGuessed)
  const isFull = earlier.asked + (askedSent ? 1 : 0) >= maxCodesSent
  const times = [leavesAt, allowedAt, isFull ? earlier.askedAgainAt : null].filter((time) => time !== null)
  return { isSent, askedSent, nextAt: times.toSorted((one, other) => +one - +other).at(-1) ?? null }
}

/** When a message would leave, if that is too late for its code. */
const lateTurn = async (client: pg.PoolClient, sms: Sms, turn: SmsTurn): Promise<Date | null> => {
  const { now, leavesAt } = await sms.forecast(client, turn)
  return +leavesAt - +now > leavesWithinSeconds * 1_000 ? leavesAt : null
}

const write = async (
  client: pg.PoolClient,
  writing: Writing,
  { random, newId, vault, sms, codeKey }: EnrolmentDependencies,
): Promise<Pick<StartedEnrolment, 'expires_at' | 'next_message_at'>> => {
  const { id, sources, asked, environment, citizen, phone, app } = writing
  await lockNetwork(client, sources)
  const caused = await causedBy(client, sources, citizen)
  if (!mayBegin(caused, environment))
    throw new DeviceRefused({ code: 'too_many_attempts', retry_after: retryAfterSeconds })
  await lockCitizen(client, citizen)
  const earlier = await earlierCodes(client, citizen, asked)
  const smsTurn = { network: sources.widest ?? sources.source, recipient: asked }
  const { isSent, askedSent, nextAt } = turnOf(
    ...([earlier, caused, await lateTurn(client, sms, smsTurn), writing] as const),
  )
  const language = languageOf(writing.language)
  const code = drawCode(random)
  const ownId = newId('cod')
  const own = { code_id: ownId, code_hash: codeHash(codeKey, ownId, code), code_ends_at: null }
  const used = isSent ? own : usable(earlier)
  // Without a message and a code that counts, the next message has a time.
  if (used === null) throw new DeviceRefused({ code: 'message_delayed', next_message_at: timeText(nextAt) })
  const enrolmentHash = sha256(id)
  const inserted = await insertEnrolment(client, {
    ...{ enrolmentHash, environment, citizen, sources, language, codeId: used.code_id, asked, askedSent },
    // No code is right for an unknown person.
    codeHash: phone === null ? random.bytes(32) : used.code_hash,
    codeEndsAt: used.code_ends_at,
    sealedCitizen: vault.seal(Buffer.from(writing.svcId), citizenContext(enrolmentHash.toString('hex'))),
  })
  const text = textsOf(language).code(shownCode(code)) + boundLine(app, code)
  // The turn is used up by what was typed, so that it does not show who has several numbers.
  const turn = isSent || askedSent ? { kind: 'code' as const, ...smsTurn } : { kind: 'report' as const }
  await sms.write(client, { environment, to: isSent ? phone : null, text, ...turn })
  const soonest = +inserted.at + resendSeconds * 1_000
  return {
    expires_at: inserted.expires_at,
    next_message_at: new Date(Math.max(soonest, +(nextAt ?? inserted.at))),
  }
}

const timeText = (time: Date | null): string => rfc3339(+(time ?? 0))

/** The last code, if it still counts in an enrolment that did not cause its message. */
const usable = ({ last }: EarlierCodes) =>
  last !== null && last.wrong_of_message < maxWrongOfMessage ? last : null
