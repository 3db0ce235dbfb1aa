import { openSubjectIndex, type ScreenedSubject } from '@nani/engines/screening/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import {
  type Baseline,
  baselineOf,
  indexedEntry,
  type MonitoredParty,
  monitorSecrets,
  type OpenScreening,
  type SubjectFacts,
  screenSubject,
  sealOfMonitor,
} from '@nani/server/services/aml/index.ts'

const batchSize = 2_000

/** The data that a screening of a person known by name has. */
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

/** The hits of each subject now. Subjects without a matching entry have none and are not screened one by one. */
const standingsOf = async (
  subjects: readonly ScreenedSubject[],
  { sources, reader }: OpenScreening,
): Promise<{ none: Baseline; found: Map<number, Baseline> }> => {
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
  const found = new Map<number, Baseline>()
  for (const number of concerned) {
    const { facts, checks } = partyOf(subjects[number] as ScreenedSubject, '')
    const question = {
      facts,
      checks,
      environment: 'production',
      applicationId: '',
      nowMs: Date.now(),
    } as const
    found.set(number, baselineOf(await screenSubject(question, sources)))
  }
  return { none: { change, hits: [] }, found }
}

/** The monitors that screenings of these people would start, without the time of the calls. */
export const seedMonitors = async (
  applicationId: string,
  subjects: readonly ScreenedSubject[],
  screening: OpenScreening,
  platform: Platform,
): Promise<void> => {
  const secrets = monitorSecrets(platform)
  const { none, found } = await standingsOf(subjects, screening)
  for (let at = 0; at < subjects.length; at += batchSize) {
    const rows = subjects.slice(at, at + batchSize).map((subject, place) => {
      const id = { applicationId, monitorId: platform.newId('mon') }
      const party = partyOf(subject, `customer-${at + place}`)
      return {
        monitor_id: id.monitorId,
        sealed_subject: sealOfMonitor(secrets, 'subject', party, id).toString('base64'),
        sealed_standing: sealOfMonitor(secrets, 'baseline', found.get(at + place) ?? none, id).toString(
          'base64',
        ),
      }
    })
    await platform.pool.query(
      `insert into monitors (application_id, monitor_id, environment, screening_id, sealed_subject, sealed_standing,
         created_at, screened_at, due)
       select $1, monitor_id, 'production', 'aml_' || substr(monitor_id, 5), decode(sealed_subject, 'base64'),
         decode(sealed_standing, 'base64'), now(), now(), null
       from json_to_recordset($2) as m(monitor_id text, sealed_subject text, sealed_standing text)`,
      [applicationId, JSON.stringify(rows)],
    )
  }
  await platform.pool.query('analyze monitors')
}
