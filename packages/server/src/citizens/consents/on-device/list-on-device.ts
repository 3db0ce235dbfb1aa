import { citizenConsentList, noInput } from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Static } from 'typebox'
import {
  askAll,
  defineReading,
  homeAlone,
  type ReadingContext,
  unreadIn,
} from '../../../gateway/acts/index.ts'
import { type ActingCitizen, actingCitizen } from '../../citizen-devices/index.ts'
import { shownToCitizen } from '../citizen-consents.ts'
import { type ConsentUse, listRecords, listUsesOf, type NamedRecord } from '../read-consents.ts'
import { type ConsentsOnDevice, textOf } from './approve-on-device.ts'

const maxListed = 100
const maxUses = 500

/** The requests and consents of a citizen with their uses, the newest first. A request that waits has the text to sign. */
export const listConsentsOnDevice = defineReading({
  name: 'consents.list_own',
  sentence: { en: 'Lists the own credit consents', fr: 'Liste ses consentements au crédit' },
  actors: { citizen: true },
  input: noInput,
  output: citizenConsentList,
  routes: { citizen: 'GET /consents' },
  async read({ pool, actor, needs }: ReadingContext<Static<typeof noInput>, ConsentsOnDevice>) {
    const acting = actingCitizen(actor, needs)
    const { databases = () => homeAlone(pool) } = needs
    const { answers, unread } = await askAll(databases(), (one) => recordsOf(one, acting))
    const records = answers.flatMap(({ answer }) => answer).toSorted(newestFirst)
    const consents = records.slice(0, maxListed).map(async ({ record, uses }) => {
      const { logo_hash, ...consent } = shownToCitizen(record, needs)
      const shown = {
        ...consent,
        logo: logo_hash && `${consent.application_id}/${logo_hash}.png`,
        uses: uses.map(({ used_at }) => ({ at: rfc3339(used_at.getTime()) })),
      }
      if (consent.status !== 'pending') return shown
      const text = textOf({ ...consent, logo_hash }, acting, needs)
      const webauthn = await needs.devices.signingOptions(pool, acting, text, needs.app())
      return { ...shown, to_sign: text, ...(webauthn && { webauthn: webauthn as object }) }
    })
    return { consents: await Promise.all(consents), ...unreadIn(unread) }
  },
})

type UsedRecord = { record: NamedRecord; uses: readonly ConsentUse[] }

/** The records of one database, with their uses. */
const recordsOf = async (
  pool: pg.Pool,
  { citizen, environment }: Pick<ActingCitizen, 'citizen' | 'environment'>,
): Promise<UsedRecord[]> => {
  const of = { environment, citizen, applicationId: null, status: null, limit: maxListed }
  const [records, uses] = await Promise.all([
    listRecords(pool, of),
    listUsesOf(pool, citizen, { environment, consentId: null, limit: maxUses }),
  ])
  const usesOf = Map.groupBy(uses, ({ consent_id }) => consent_id)
  return records.map((record) => ({ record, uses: usesOf.get(record.consent_id ?? '') ?? [] }))
}

/** Ids have real time, after their prefix. */
const newestFirst = ({ record: one }: UsedRecord, { record: other }: UsedRecord): number =>
  one.record_id.slice(4) < other.record_id.slice(4) ? 1 : -1
