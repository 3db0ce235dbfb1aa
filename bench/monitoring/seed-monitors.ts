import type { Foundation } from '@nani/server/foundation.ts'
import { monitorSecrets, type OpenScreening } from '@nani/server/open-screening.ts'
import { openSubjectIndex, type ScreenedSubject } from '@nani/server/screening/index.ts'
import {
  type MonitoredParty,
  type Standing,
  type SubjectFacts,
  screenSubject,
  sealOfMonitor,
  standingOf,
} from '@nani/server/services/aml/index.ts'
import { indexedEntry } from '@nani/server/services/aml/indexed-entry.ts'

const rowsAtOnce = 2_000

/** What a screening of a person known by name knows. */
const factsOf = (screened: ScreenedSubject): SubjectFacts => ({
  type: 'individual',
  screened,
  exposures: [],
  svcId: null,
  rccm: null,
})

const partyOf = (screened: ScreenedSubject, reference: string): MonitoredParty => ({
  subject: { full_name: screened.names[0] as string, date_of_birth: screened.birthDate },
  identifier: null,
  checks: ['sanctions', 'pep', 'adverse_media', 'watchlists'],
  purpose: 'regulatory_compliance',
  reference,
  facts: factsOf(screened),
})

/** What is found of each subject now; of those whom no entry matches nothing is, and they are not screened one by one. */
const standingsOf = async (
  subjects: readonly ScreenedSubject[],
  { sources, reader }: OpenScreening,
): Promise<{ none: Standing; found: Map<number, Standing> }> => {
  const change = await reader.latestChange()
  const index = openSubjectIndex({ workers: 2 })
  const batches = Array.from({ length: Math.ceil(subjects.length / 1_000) }, (_, batch) =>
    subjects
      .slice(batch * 1_000, (batch + 1) * 1_000)
      .map((subject, at) => ({ number: batch * 1_000 + at, subject })),
  )
  await index.load(batches)
  const concerned = new Set<number>()
  const threshold = await sources.threshold()
  for await (const entries of reader.readEntries(change)) {
    const matches = await index.searchEntries(entries.map(indexedEntry), { threshold })
    for (const { subject } of matches) concerned.add(subject)
  }
  await index.close()
  const found = new Map<number, Standing>()
  for (const number of concerned) {
    const { facts, checks } = partyOf(subjects[number] as ScreenedSubject, '')
    const question = { facts, checks, environment: 'production', nowMs: Date.now() } as const
    found.set(number, standingOf(await screenSubject(question, sources)))
  }
  return { none: { change, hits: [] }, found }
}

/** Monitors as screenings of these people would have begun them, without the time that calling takes. */
export const seedMonitors = async (
  applicationId: string,
  subjects: readonly ScreenedSubject[],
  screening: OpenScreening,
  foundation: Foundation,
): Promise<void> => {
  const secrets = monitorSecrets(foundation)
  const { none, found } = await standingsOf(subjects, screening)
  for (let at = 0; at < subjects.length; at += rowsAtOnce) {
    const rows = subjects.slice(at, at + rowsAtOnce).map((subject, place) => {
      const id = { applicationId, monitorId: foundation.newId('mon') }
      const party = partyOf(subject, `customer-${at + place}`)
      return {
        monitor_id: id.monitorId,
        sealed_subject: sealOfMonitor(secrets, 'subject', party, id).toString('base64'),
        sealed_standing: sealOfMonitor(secrets, 'standing', found.get(at + place) ?? none, id).toString(
          'base64',
        ),
      }
    })
    await foundation.pool.query(
      `insert into monitors (application_id, monitor_id, environment, screening_id, sealed_subject, sealed_standing,
         created_at, screened_at, due)
       select $1, monitor_id, 'production', 'aml_' || substr(monitor_id, 5), decode(sealed_subject, 'base64'),
         decode(sealed_standing, 'base64'), now(), now(), null
       from json_to_recordset($2) as m(monitor_id text, sealed_subject text, sealed_standing text)`,
      [applicationId, JSON.stringify(rows)],
    )
  }
  await foundation.pool.query('analyze monitors')
}
