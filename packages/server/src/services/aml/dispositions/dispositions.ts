import { createHmac, type KeyObject } from 'node:crypto'
import type { AmlDisposition, AmlDispositionRequest, HitDisposition } from '@nani/contract'
import { type Clock, type IdSource, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { Finding } from '../hits/finding.ts'
import type { MonitorSecrets } from '../monitor.ts'

/** Identifies a hit: an entry, and the content that it had. */
export type HitContent = Pick<Finding, 'key' | 'contentHash'>

/** Identifies a hit of one subject in every screening. Decisions are found by it. */
const hitPseudonym = (subject: string, { key, contentHash }: HitContent, identityKey: KeyObject): Buffer =>
  createHmac('sha256', identityKey)
    .update(JSON.stringify(['hit', subject, key, contentHash]))
    .digest()

/** The hits that the officers of the application last decided as false positives. */
export const dismissedHits = async (
  applicationId: string,
  subject: string,
  hits: readonly HitContent[],
  { pool, identityKey }: { pool: Database; identityKey: KeyObject },
): Promise<(hit: HitContent) => boolean> => {
  if (hits.length === 0) return () => false
  const pseudonymOf = (hit: HitContent) => hitPseudonym(subject, hit, identityKey)
  const { rows } = await pool.query<{ hit: Buffer; disposition: HitDisposition }>({
    name: 'dispositions of hits',
    text: `select distinct on (hit) hit, disposition from aml_dispositions
      where application_id = $1 and hit = any($2::bytea[]) order by hit, disposition_id desc`,
    values: [applicationId, hits.map(pseudonymOf)],
  })
  const dismissed = new Set(
    rows.filter(({ disposition }) => disposition === 'false_positive').map(({ hit }) => hit.toString('hex')),
  )
  return (hit) => dismissed.size > 0 && dismissed.has(pseudonymOf(hit).toString('hex'))
}

/** A hit in a screening of the application. */
export type PlacedHit = HitContent & {
  applicationId: string
  screeningId: string
  position: number
  /** The pseudonym of the subject. */
  subject: string
}

export type DispositionDependencies = { clock: Clock; newId: IdSource; secrets: MonitorSecrets }

const reasonContext = (applicationId: string, dispositionId: string) =>
  `disposition:${applicationId}:${dispositionId}`

/** Stores decisions of officers. Earlier ones remain on record. The latest one applies. */
export const decideHit = async (
  database: Database,
  hit: PlacedHit,
  { disposition, reason, officer }: AmlDispositionRequest,
  { clock, newId, secrets }: DispositionDependencies,
): Promise<AmlDisposition> => {
  const id = newId('dsp')
  const sealed = secrets.vault.seal(
    Buffer.from(JSON.stringify({ reason, officer: officer ?? null })),
    reasonContext(hit.applicationId, id),
  )
  const { rows } = await database.query<{ decided_at: Date }>({
    name: 'decide hit',
    // By the time of the application, whose test clock can be ahead.
    text: `insert into aml_dispositions (application_id, disposition_id, hit, screening_id, position, disposition,
        sealed_reason, decided_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz + coalesce(
        (select test_clock_ms from applications where application_id = $1), 0) * interval '1 millisecond')
      returning decided_at`,
    values: [
      hit.applicationId,
      id,
      hitPseudonym(hit.subject, hit, secrets.identityKey),
      hit.screeningId,
      hit.position,
      disposition,
      sealed,
      new Date(clock.now()),
    ],
  })
  const [{ decided_at }] = rows as [{ decided_at: Date }]
  return renderDisposition({ ...row(hit), disposition_id: id, disposition, decided_at }, { reason, officer })
}

/** The latest decision about a hit, in any screening of the subject. Null if there is none. */
export const dispositionOf = async (
  database: Database,
  hit: PlacedHit,
  { secrets }: Pick<DispositionDependencies, 'secrets'>,
): Promise<AmlDisposition | null> => {
  const { rows } = await database.query<Row & { sealed_reason: Buffer }>({
    name: 'disposition of hit',
    text: `select disposition_id, screening_id, position, disposition, sealed_reason, decided_at
      from aml_dispositions where application_id = $1 and hit = $2 order by disposition_id desc limit 1`,
    values: [hit.applicationId, hitPseudonym(hit.subject, hit, secrets.identityKey)],
  })
  return rows[0] ? openDisposition(hit.applicationId, rows[0], secrets) : null
}

const openDisposition = (
  applicationId: string,
  row: Row & { sealed_reason: Buffer },
  { vault }: MonitorSecrets,
): AmlDisposition => {
  const opened = vault.open(row.sealed_reason, reasonContext(applicationId, row.disposition_id))
  return renderDisposition(row, JSON.parse(opened.toString('utf8')))
}

type PageOfDispositions = {
  applicationId: string
  /** Null: of every screening. */
  screeningId: string | null
  /** The last decision of the page before. */
  before: string | null
  limit: number
}

/** A page of the decisions of an application, the latest first, with their reasons. */
export const dispositionsPage = async (
  database: Database,
  { applicationId, screeningId, before, limit }: PageOfDispositions,
  secrets: MonitorSecrets,
): Promise<AmlDisposition[]> => {
  const { rows } = await database.query<Row & { sealed_reason: Buffer }>({
    name: 'dispositions page',
    text: `select disposition_id, screening_id, position, disposition, sealed_reason, decided_at
      from aml_dispositions where application_id = $1 and ($2::text is null or screening_id = $2)
        and ($3::text is null or disposition_id < $3)
      order by disposition_id desc limit $4`,
    values: [applicationId, screeningId, before, limit],
  })
  return rows.map((row) => openDisposition(applicationId, row, secrets))
}

/** All decisions of an application, latest first, without reasons. For an operator. */
export const listDispositions = async (
  database: Database,
  applicationId: string,
  limit = 1_000,
): Promise<(Row & { decided_at: Date })[]> => {
  const { rows } = await database.query<Row>(
    `select disposition_id, screening_id, position, disposition, decided_at from aml_dispositions
     where application_id = $1 order by disposition_id desc limit $2`,
    [applicationId, limit],
  )
  return rows
}

type Row = {
  disposition_id: string
  screening_id: string
  position: number
  disposition: HitDisposition
  decided_at: Date
}

const row = ({ screeningId, position }: PlacedHit) => ({ screening_id: screeningId, position })

const renderDisposition = (
  { disposition_id, screening_id, position, disposition, decided_at }: Row,
  { reason, officer }: Pick<AmlDispositionRequest, 'reason' | 'officer'>,
): AmlDisposition => ({
  id: disposition_id,
  object: 'aml_disposition',
  screening_id,
  position,
  disposition,
  reason,
  officer: officer ?? null,
  decided_at: rfc3339(decided_at.getTime()),
})
