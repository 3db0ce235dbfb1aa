import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { type Actor, type Clock, Refusal } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { deleteInTurns, type Vault } from '@nani/foundation/storage/index.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type ActWork, setsCookies } from '../../gateway/acts/index.ts'
import { defineHomeEffect, type HomeEffect } from '../../register/register-outbox/index.ts'
import { hashOf, type Realm } from '../people/index.ts'

const keyForm = /^[\x21-\x7e]{1,255}$/
const lifeMs = 24 * 3_600_000

type Dependencies = {
  pool: pg.Pool
  vault: Vault
  clock: Clock
  realm: Realm
  /** Keys what is stored of strangers, whose requests have passwords. */
  strangersKey: KeyObject
  http: Pick<Http, 'peerOf'>
  /** Brings what earlier acts stored in another database into this one. */
  settle?(): Promise<void>
}
type StoredResponse = { fingerprint: Buffer; sealed_result: Buffer }

/** `fingerprint` and `sealed` in base64. */
type StoredAnswer = { person: string; key: string; fingerprint: string; sealed: string; atMs: number }

/** The answer that a repeated request gets. Where the act is committed already, the first answer stays. */
export const requestAnswered = (realm: Realm): HomeEffect<StoredAnswer> =>
  defineHomeEffect<StoredAnswer>(
    `${realm.name}_request_answered`,
    async (client, { person, key, fingerprint, sealed, atMs }, { isCarried }) => {
      await client.query(
        realm.sql(`insert into member_repeated_requests (account_id, request_key, fingerprint, sealed_result, at)
           values ($1, $2, decode($3, 'base64'), decode($4, 'base64'), $5)${isCarried ? ' on conflict do nothing' : ''}`),
        [person, key, fingerprint, sealed, new Date(atMs)],
      )
    },
  )

/** In place of the id of a person. */
const stranger = 'stranger'

/** The person of a signed-in request. */
const personOf = (actor: Actor): string => {
  if (actor.kind === 'operator') return actor.operatorId ?? stranger
  return actor.kind === 'member' || actor.kind === 'person' ? actor.personId : stranger
}

const textOf = ({ method, url, body }: FastifyRequest): string => JSON.stringify([method, url, body ?? null])

type Marked = {
  given: string
  person: string
  request: FastifyRequest
  /** Null: the act sets no cookie. */
  addressOfCookie: string | null
}

/**
 * What is stored of a request and its key. Strangers share keys without knowing it: the key of one counts for the same request
 * alone, with the same token or password. A request that gets a cookie may have a code alone, or nothing that only one stranger
 * knows, so that the address counts too.
 */
const markOf = ({ given, person, request, addressOfCookie }: Marked, strangersKey: KeyObject) => {
  const text = textOf(request)
  const keyed = (kept: string) => createHmac('sha256', strangersKey).update(kept).digest()
  if (person !== stranger)
    return {
      key: hashOf(given).toString('base64url'),
      fingerprint: addressOfCookie === null ? createHash('sha256').update(text).digest() : keyed(text),
    }
  const fingerprint = keyed([given, text, ...(addressOfCookie === null ? [] : [addressOfCookie])].join('\n'))
  return { key: fingerprint.toString('base64url'), fingerprint }
}

/** The secret of a cookie is stored nowhere, so that the first answer cannot be given again. */
const performedBefore = (): Refusal =>
  new Refusal('state_conflict', 'The request was performed. Its answer set a cookie, and is not repeated.', {
    next: 'Read the session, or send the request with another Idempotency-Key.',
  })

/**
 * Runs an act once for each Idempotency-Key of a person, or of a request of a stranger. Its result is stored in the last transaction of
 * the act, sealed, for a day. A repeated request gets the first result again. Of an act that sets cookies, no result is stored: a
 * repeated request is refused.
 */
export const createRepeatedRequests = (dependencies: Dependencies) => {
  const { pool, vault, clock, realm, strangersKey, http, settle } = dependencies
  const answered = requestAnswered(realm)
  const contextOf = (person: string, key: string) => `repeated:${person}:${key}`

  const storedOf = async ({ person, addressOfCookie }: Marked, key: string, fingerprint: Buffer) => {
    const { rows } = await pool.query<StoredResponse>({
      name: realm.statement('repeated-request'),
      text: realm.sql(`select fingerprint, sealed_result from member_repeated_requests
             where account_id = $1 and request_key = $2`),
      values: [person, key],
    })
    if (!rows[0]) return null
    if (!rows[0].fingerprint.equals(fingerprint))
      throw new Refusal('invalid_request', 'The Idempotency-Key was used for another request.', {
        context: {
          field: 'Idempotency-Key',
        },
      })
    if (addressOfCookie !== null) throw performedBefore()
    return {
      result: JSON.parse(vault.open(rows[0].sealed_result, contextOf(person, key)).toString()) as unknown,
    }
  }

  return async ({ request, actor, declaration, perform }: ActWork): Promise<unknown> => {
    const given = request.headers['idempotency-key']
    const person = personOf(actor)
    if (given === undefined || request.method !== 'POST') return perform()
    if (typeof given !== 'string' || !keyForm.test(given))
      throw new Refusal('invalid_request', 'The Idempotency-Key has 1 to 255 visible characters.', {
        context: {
          field: 'Idempotency-Key',
        },
      })
    const addressOfCookie = setsCookies(declaration) ? http.peerOf(request.raw).address : null
    const marked = { given, person, request, addressOfCookie }
    const { key, fingerprint } = markOf(marked, strangersKey)
    const stored = await storedOf(marked, key, fingerprint)
    if (stored) return stored.result
    try {
      return await perform({
        write(client, result, cause) {
          const kept = addressOfCookie !== null ? null : (result ?? null)
          const sealed = vault.seal(Buffer.from(JSON.stringify(kept)), contextOf(person, key))
          return cause(client, answered, {
            ...{ person, key, atMs: clock.now() },
            ...{ fingerprint: fingerprint.toString('base64'), sealed: sealed.toString('base64') },
          })
        },
        async before() {
          const first = await storedOf(marked, key, fingerprint)
          if (first) throw new AnsweredBefore(first.result)
        },
      })
    } catch (error) {
      if (error instanceof AnsweredBefore) return error.result
      // The same request ran at the same time and committed first, so that this one was rolled back or refused.
      const mayBeStored = isSameKey(error, realm) || error instanceof Refusal
      if (error instanceof Refusal) await settle?.()
      const first = mayBeStored ? await storedOf(marked, key, fingerprint) : null
      if (first) return first.result
      throw error
    }
  }
}

/** Ends the transaction of a request that is answered already. */
class AnsweredBefore extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('the request was answered before')
    this.result = result
  }
}

const isSameKey = (error: unknown, realm: Realm): boolean =>
  (error as { constraint?: string } | null)?.constraint === realm.sql('member_repeated_requests_pkey')

/** Deletes the answers of a realm that are older than a day. */
export const forgetRepeatedRequests =
  (realm: Realm) =>
  async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
    const text = realm.sql(`delete from member_repeated_requests where (account_id, request_key) in (
                  select account_id, request_key from member_repeated_requests where at < $1 limit $2)`)
    await deleteInTurns(ownerPool, text, [new Date(nowMs - lifeMs)])
  }
