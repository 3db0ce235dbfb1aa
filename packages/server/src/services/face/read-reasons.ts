import Type from 'typebox'
import { type ActNeeds, defineReading, needsOf } from '../../gateway/acts/index.ts'
import { listReasons, type ReasonEntry, type ReasonSummary, summarizeReasons } from './reason-report.ts'
import type { ReasonSecrets } from './reasons.ts'

/** The reasons of face comparisons since a time: a summary of each application, and all reasons of a named one. */
export const readReasons = defineReading({
  name: 'face_reasons.list',
  sentence: {
    en: 'Lists the reasons of face comparisons',
    fr: 'Liste les motifs des comparaisons de visages',
  },
  actors: { operator: ['supervisor', 'auditor'] },
  input: Type.Object(
    {
      application_id: Type.Optional(Type.String({ maxLength: 64 })),
      since: Type.String({ format: 'date-time', maxLength: 30 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    applications: Type.Array(Type.Unsafe<ReasonSummary>(Type.Object({}))),
    entries: Type.Optional(Type.Array(Type.Unsafe<ReasonEntry>(Type.Object({})))),
  }),
  needs: needsOf<ActNeeds & { reasons: Pick<ReasonSecrets, 'vault'> }>(),
  async read({ pool, input: { application_id: id, since }, needs: { reasons }, nowMs }) {
    const window = { from: new Date(since), until: new Date(nowMs) }
    const applications = await summarizeReasons(pool, { ...window, applicationId: id ?? null }, reasons)
    if (id === undefined) return { applications }
    return { applications, entries: await listReasons(pool, { ...window, applicationId: id }, reasons) }
  },
  entry: ({ applications, entries = [] }, { input }) => ({
    subject: input.application_id ?? 'face_reasons',
    after: { since: input.since, applications: applications.length, entries: entries.length },
  }),
})
