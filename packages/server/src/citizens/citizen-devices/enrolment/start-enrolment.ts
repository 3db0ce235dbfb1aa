import { closed, type Environment, enrolmentStart, startedEnrolment } from '@nani/contract'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { pseudonym } from '../../../app/audit/index.ts'
import { defineAct, requestFacts } from '../../../gateway/acts/index.ts'
import type { Citizen } from '../../../register/register/index.ts'
import type { Sms, SmsTurn } from '../../sms/index.ts'
import type { DeviceContext, DeviceNeeds, DevicePreparation } from '../device-needs.ts'
import type { AppOrigin } from '../devices/device-key.ts'
import { citizenContext } from '../devices/device-row.ts'
import { canSignIn, environmentOf, findAnywhere, noCitizen, plainText } from '../find-citizen.ts'
import { languageOf, textsOf } from '../texts.ts'
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
import { type EarlierCodes, earlierCodes, insertEnrolment, lockCitizen } from './enrolment-rows.ts'
import { enrolmentRate } from './stranger.ts'

/** The person whose enrolment begins. Without one, the same is written under a mark of the text, and nothing is sent. */
type Enrolling = { environment: Environment; citizen: Buffer; svcId: string; phone: string | null }

const input = Type.Object({ ...enrolmentStart.properties, request: requestFacts }, closed)

/**
 * Begins an enrolment, and sends a code to the registered telephone. An identifier of no one has the same answer, and
 * costs the same statements.
 */
export const startEnrolment = defineAct({
  name: 'enrolments.start',
  sentence: { en: 'Starts the enrolment of a device', fr: 'Commence l’enrôlement d’un appareil' },
  actors: { system: true },
  unrecorded: 'strangers cause any number of these steps, and nothing of a person changes',
  input,
  output: startedEnrolment,
  refusals: ['invalid_request', 'too_many_attempts', 'message_delayed', 'busy'],
  routes: { citizen: 'POST /enrolments' },
  rateLimit: enrolmentRate,
  answers: 201,
  async prepare({
    input: { identifier, language = 'fr', request },
    needs,
  }: DevicePreparation<typeof input>): Promise<Writing> {
    const { codeKey, random, takeTurn } = needs
    const sources = sourcesOf(request.client_address, codeKey)
    return {
      ...(await takeTurn(sources.widest ?? sources.source, () => findEnrolling(identifier, needs))),
      id: random.bytes(32).toString('base64url'),
      sources,
      asked: markOf(codeKey, 'asked', plainText(identifier)),
      ...{ language, app: needs.app() },
    }
  },
  turn: ({ needs, prepared: { sources } }, run) => needs.takeTurn(sources.widest ?? sources.source, run),
  async perform({ client, needs, prepared }: DeviceContext<typeof input, Writing>) {
    const { id } = prepared
    const { expires_at, next_message_at } = await write(client, prepared, needs)
    return {
      result: {
        ...{ id, code_length: codeLength },
        ...{ expires_at: timeText(expires_at), next_message_at: timeText(next_message_at) },
      },
      // The same for every identifier.
      entry: { subject: sha256(id).toString('hex') },
      afterCommit: needs.sms.wake,
    }
  },
})

const findEnrolling = async (text: string, dependencies: DeviceNeeds): Promise<Enrolling> => {
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

/** Whether a message is due by the typed text, whether one is written, and when the next one is possible. */
type Turn = { isSent: boolean; askedSent: boolean; nextAt: Date | null }

const isGuessed = (wrong: number | undefined): boolean => (wrong ?? 0) >= maxWrongOfMessage

/**
 * A citizen gets three messages within the life of a code, from whatever sources and by whatever texts they were asked
 * for. A further enrolment accepts the last code, unless strangers guessed at it: then a message leaves all the same. A
 * stranger can therefore neither flood a telephone, nor keep its holder from enrolling. What the caller sees (`askedSent`,
 * `nextAt`) depends on the text alone, so that it does not show which citizen the text identifies.
 */
const turnOf = (
  earlier: EarlierCodes,
  caused: readonly Caused[],
  leavesAt: Date | null,
  writing: Writing,
): Turn => {
  const allowedAt = messageAllowedAt(caused, writing.environment)
  const mayLeave = leavesAt === null && allowedAt === null
  const askedSent = mayLeave && (earlier.asked < maxCodesSent || isGuessed(earlier.lastAsked?.wrong_of_text))
  const isSent =
    mayLeave && ((askedSent && earlier.sent < maxCodesSent) || isGuessed(earlier.last?.wrong_of_message))
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
  { random, newId, vault, sms, codeKey }: DeviceNeeds,
): Promise<{ expires_at: Date; next_message_at: Date }> => {
  const { id, sources, asked, environment, citizen, phone, app } = writing
  await lockNetwork(client, sources)
  const caused = await causedBy(client, sources, asked)
  if (!mayBegin(caused, environment))
    throw new Refusal('too_many_attempts', { retry_after: retryAfterSeconds })
  await lockCitizen(client, citizen)
  const earlier = await earlierCodes(client, citizen, asked)
  const smsTurn = { network: sources.widest ?? sources.source, recipient: asked }
  const { isSent, askedSent, nextAt } = turnOf(
    ...([earlier, caused, await lateTurn(client, sms, smsTurn), writing] as const),
  )
  const language = languageOf(writing.language)
  const code = drawCode(random)
  const ownId = newId('cod')
  const own = { code_id: ownId, code_hash: codeHash(codeKey, ownId, code) }
  const ofText = usable(earlier.lastAsked, 'wrong_of_text')
  // Without a message and a code that counts, the next message has a time.
  if (!askedSent && ofText === null)
    throw new Refusal('message_delayed', { next_message_at: timeText(nextAt) })
  const used = isSent ? own : (usable(earlier.last, 'wrong_of_message') ?? ofText ?? own)
  const enrolmentHash = sha256(id)
  const inserted = await insertEnrolment(client, {
    ...{
      enrolmentHash,
      environment,
      citizen,
      sources,
      language,
      codeId: used.code_id,
      asked,
      askedSent,
      isSent,
    },
    // No code is right for an unknown person.
    codeHash: phone === null ? random.bytes(32) : used.code_hash,
    codeEndsAt: askedSent ? null : (ofText?.code_ends_at ?? null),
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

/** A code, if it still counts in an enrolment that did not cause its message. */
const usable = (
  code: EarlierCodes['last'],
  counted: 'wrong_of_message' | 'wrong_of_text',
): EarlierCodes['last'] => (code !== null && !isGuessed(code[counted]) ? code : null)
