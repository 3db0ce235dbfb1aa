import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { CaseVaults } from '../../../../risk/fraud-network/index.ts'
import { openText, placeOfDescription } from '../../case-report.ts'
import { type FraudCase, reportOfCase } from '../../case-row.ts'
import type { Party } from '../../party.ts'
import { notCompared, type PartyComparison } from '../../report/compare-with-register.ts'
import { placeOfEntry } from '../perform-act.ts'
import { type CaseObject, caseObject } from './case-object.ts'
import { maskedParty, type PartyObject, partyObject } from './party-object.ts'

/** A line of the timeline of a case. */
export type TimelineEntry = {
  at: string
  act: string
  actor: string
  account: string | null
  status: string | null
  previous_status: string | null
  text: string | null
}

export type EvidenceLine = {
  position: number
  type: string
  format: string
  bytes: number
  description: string | null
  /** The name of the malware that a scanner found. */
  malware: string | null
  scanned_at: string | null
}

/** A case as an investigator sees it. Parties are masked, and texts of the reporter are null, until they are opened. */
export type CaseView = CaseObject & {
  opened: boolean
  /** Null once the key of the case is erased. */
  parties: { subject: PartyObject | null; victims: readonly PartyObject[] } | null
  description: string | null
  occurred_at: string | null
  location: { country: string; province: string | null; city: string | null } | null
  reporter_reference: string | null
  evidence: readonly EvidenceLine[]
  timeline: readonly TimelineEntry[]
  notes: readonly TimelineEntry[]
  contacts: readonly TimelineEntry[]
}

type CaseViewOptions = { opened: boolean; now: Date; compared: readonly PartyComparison[] }

const maxEntries = 1_000

/** The whole case. `opened`: in full; the caller has recorded the reason before. */
export const viewCase = async (
  database: Database,
  fraudCase: FraudCase,
  vaults: CaseVaults,
  { opened, now, compared }: CaseViewOptions,
): Promise<CaseView> => {
  const report = reportOfCase(fraudCase, vaults)
  const shown = (party: Party, place: number) =>
    partyObject(opened ? party : maskedParty(party), compared[place] ?? notCompared)
  const open = opener(fraudCase, vaults)
  const timeline = await timelineOf(database, fraudCase, open)
  return {
    ...caseObject(fraudCase, now),
    opened,
    parties: report && {
      subject: report.subject && shown(report.subject, 0),
      victims: report.victims.map((victim, index) => shown(victim, index + 1)),
    },
    description: report && opened ? report.description : null,
    occurred_at: report?.occurredAt ?? null,
    location: report?.location ?? null,
    reporter_reference: report?.reporterReference ?? null,
    evidence: await evidenceOf(database, fraudCase, opened ? open : () => null),
    timeline,
    notes: timeline.filter(({ act }) => act === 'note'),
    contacts: timeline.filter(({ act }) => act === 'contact'),
  }
}

type OpenText = (place: string, sealed: Uint8Array) => string | null

/** Opens texts of a case; null once its key is erased. */
const opener = (fraudCase: FraudCase, vaults: CaseVaults): OpenText => {
  const vault = fraudCase.sealedKey ? vaults.open(fraudCase, fraudCase.sealedKey) : null
  return (place, sealed) => vault && openText(vault, fraudCase, place, sealed)
}

type EvidenceRow = {
  position: number
  type: string
  format: string
  file_bytes: number
  sealed_description: Buffer
  malware: string | null
  scanned_at: Date | null
}

const evidenceOf = async (
  database: Database,
  { applicationId, caseId }: FraudCase,
  open: OpenText,
): Promise<EvidenceLine[]> => {
  const { rows } = await database.query<EvidenceRow>(
    `select position, type, format, file_bytes, sealed_description, malware, scanned_at from fraud_evidence
     where application_id = $1 and case_id = $2 order by position`,
    [applicationId, caseId],
  )
  return rows.map(({ position, type, format, file_bytes, sealed_description, malware, scanned_at }) => ({
    ...{ position, type, format, bytes: file_bytes },
    description: open(placeOfDescription(position), sealed_description),
    malware,
    scanned_at: scanned_at && rfc3339(scanned_at.getTime()),
  }))
}

type EntryRow = {
  position: number
  at: Date
  act: string
  actor: string
  account: string | null
  status: string | null
  previous_status: string | null
  sealed_text: Buffer | null
}

const timelineOf = async (
  database: Database,
  { applicationId, caseId }: FraudCase,
  open: OpenText,
): Promise<TimelineEntry[]> => {
  const { rows } = await database.query<EntryRow>(
    `select position, at, act, actor, account, status, previous_status, sealed_text from fraud_case_entries
     where application_id = $1 and case_id = $2 order by position desc limit $3`,
    [applicationId, caseId, maxEntries],
  )
  return rows.reverse().map(({ position, at, sealed_text, ...entry }) => ({
    ...entry,
    at: rfc3339(at.getTime()),
    text: sealed_text && open(placeOfEntry(position), sealed_text),
  }))
}
