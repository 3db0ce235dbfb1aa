import { faceReason } from '@nani/contract/console'
import { dayMs } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { filterTime, listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { listReasonTexts, type ReasonEntry } from '../../services/face/index.ts'
import { ownApplicationInput, requireOwnApplication } from '../organizations/index.ts'
import { applicationPath, complianceReading, officers } from './needs.ts'

const usualDays = 31
const time = Type.Optional(Type.String({ minLength: 1, maxLength: 30, examples: ['2026-11-24T00:00:00Z'] }))

const reasonOf = (row: Omit<ReasonEntry, 'triggeredBy'>) => ({
  ...{ object: 'face_reason' as const, id: row.entryId, at: row.at, request_id: row.requestId },
  ...{ mode: row.mode, outcome: row.outcome, address: row.clientAddress, api_key: row.apiKey },
  reason: row.reason,
})

const timeOf = (given: string | undefined, otherwise: number, field: string): Date => {
  return given === undefined ? new Date(otherwise) : filterTime(field, given)
}

/** Why faces were compared, the newest first, of the last 31 days if no time is named. Each reading has an entry. */
export const listOwnFaceReasons = complianceReading({
  name: 'faces.list_reasons',
  sentence: { en: 'Reads why faces were compared', fr: 'Lit pourquoi des visages ont été comparés' },
  actors: { member: officers },
  routes: { member: `GET ${applicationPath}/face-reasons` },
  input: Type.Object(
    { ...ownApplicationInput, from: time, to: time, ...pageInput },
    { additionalProperties: false },
  ),
  output: listOf(faceReason),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, needs: { cursors, reasons }, nowMs }) {
    await requireOwnApplication(pool, input)
    const until = timeOf(input.to, nowMs + dayMs, 'to')
    const from = timeOf(input.from, Math.min(nowMs, until.getTime()) - usualDays * dayMs, 'from')
    return readPage(
      { name: 'face-reasons', actor, input, cursors },
      {
        rows: (after, limit) =>
          listReasonTexts(
            pool,
            {
              ...{ from, until, applicationId: input.application_id, limit },
              after: after && [Number(after[0]), String(after[1])],
            },
            reasons,
          ),
        positionOf: (row) => [Date.parse(row.at), row.entryId],
        itemOf: reasonOf,
      },
    )
  },
  entry: ({ data }, { input }) => ({
    subject: input.application_id,
    after: { results: data.map(({ id }) => id) },
  }),
})
