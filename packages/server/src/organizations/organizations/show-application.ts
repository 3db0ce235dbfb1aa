import { rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { defineReading } from '../../gateway/acts/index.ts'
import { periodStart } from '../../money/metering/index.ts'
import {
  applicationInput,
  applicationSummary,
  readersOfApplications,
  readSummary,
  textOrNull,
} from './applications.ts'

const usageCount = Type.Object({
  service: Type.String(),
  period: Type.String(),
  period_start: Type.String(),
  used: Type.Number(),
})
export type UsageCount = Static<typeof usageCount>

export const applicationDetails = Type.Object({
  ...applicationSummary.properties,
  /** Calls counted in the current day and month (UTC). */
  usage: Type.Array(usageCount),
  /** Earlier keys that still work, and until when. */
  overlapping_keys: Type.Array(Type.Object({ api_key: Type.String(), ends_at: Type.String() })),
  certificates: Type.Array(
    Type.Object({
      ...{ thumbprint: Type.String(), subject: Type.String(), not_after: Type.String() },
      revoked_at: textOrNull,
    }),
  ),
})
export type ApplicationDetails = Static<typeof applicationDetails>

type CertificateRow = { thumbprint: string; subject: string; not_after: Date; revoked_at: Date | null }

/** Configuration, and calls used per service and period. */
export const showApplication = defineReading({
  name: 'applications.show',
  sentence: { en: 'Shows an application', fr: 'Montre une application' },
  actors: readersOfApplications,
  input: Type.Object(applicationInput, { additionalProperties: false }),
  output: applicationDetails,
  refusals: ['application_not_found'],
  read: ({ pool, input, nowMs }) => readApplication(pool, input.application_id, nowMs),
})

const readApplication = async (
  pool: pg.Pool,
  applicationId: string,
  nowMs: number,
): Promise<ApplicationDetails> => {
  const summary = await readSummary(pool, applicationId)
  const { rows: usage } = await pool.query<UsageCount>(
    `select service, period, period_start, used from usage_counters
     where application_id = $1 and (period, period_start) in (('day', $2), ('month', $3))
     order by service, period`,
    [applicationId, periodStart('day', nowMs), periodStart('month', nowMs)],
  )
  const { rows: certificates } = await pool.query<CertificateRow>(
    `select thumbprint, subject, not_after, revoked_at from client_certificates
     where application_id = $1 order by created_at`,
    [applicationId],
  )
  const { rows: overlapping } = await pool.query<{ api_key: string; revoked_at: Date }>(
    `select api_key, revoked_at from api_keys
     where application_id = $1 and revoked_at > now() order by revoked_at`,
    [applicationId],
  )
  return {
    ...summary,
    usage,
    overlapping_keys: overlapping.map(({ api_key, revoked_at }) => ({
      api_key,
      ends_at: rfc3339(revoked_at.getTime()),
    })),
    certificates: certificates.map((row) => ({
      thumbprint: row.thumbprint,
      subject: row.subject,
      not_after: rfc3339(row.not_after.getTime()),
      revoked_at: row.revoked_at && rfc3339(row.revoked_at.getTime()),
    })),
  }
}
