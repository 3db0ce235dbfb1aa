import { createHmac, type KeyObject } from 'node:crypto'
import { type AmlCheck, amlChecks, type Environment, type Identifier } from '@nani/contract'
import { derivedId } from '../../core/index.ts'
import type { Companion, CompanionPart } from '../../ledger/index.ts'
import type { Vault } from '../../storage/index.ts'
import { birthOf, identityPseudonym } from './monitored-identity.ts'
import type { Weighed } from './risk-score.ts'
import type { Screening } from './screen-subject.ts'
import type { SubjectFacts, SubjectRequest } from './subject.ts'
import { subjectPseudonym } from './subject-pseudonym.ts'

/** Who is monitored: what was asked, and what was known of the subject when it was last screened. Sealed at rest. */
export type MonitoredParty = {
  subject: SubjectRequest
  /** In its canonical form; null of a person known by name. */
  identifier: Identifier | null
  checks: readonly AmlCheck[]
  /** What the screening was for; those that follow are for the same. */
  purpose: string
  reference: string | null
  facts: SubjectFacts
}

/** What an alert compares of a hit: by its key (list and reference, or case) and its content as it stood. */
export type StandingHit = Weighed & {
  key: string
  contentHash: string
  /** Of a PEP entry; null of any other. */
  pepLevel: Screening['pep']['level']
}

/**
 * What was found when a monitored subject was last screened. The level and the PEP status of then follow from the
 * hits, also without those that were dismissed since. Sealed at rest.
 */
export type Standing = {
  /** The last change of lists that was taken into account. */
  change: number
  hits: StandingHit[]
}

export const standingOf = ({ change, findings }: Screening): Standing => ({
  change,
  hits: findings.map(({ key, contentHash, pep, matchScore, weight, recency, isActiveSanction }) => ({
    key,
    contentHash,
    pepLevel: pep?.level ?? null,
    matchScore,
    weight,
    recency,
    isActiveSanction,
  })),
})

export type MonitorSecrets = {
  vault: Vault
  /** Keys the pseudonym by which the monitors of an identity are found. */
  identityKey: KeyObject
}

type Sealable = { subject: MonitoredParty; standing: Standing }

const context = (part: keyof Sealable, applicationId: string, monitorId: string) =>
  `monitor ${part}:${applicationId}:${monitorId}`

export const sealOfMonitor = <Part extends keyof Sealable>(
  { vault }: Pick<MonitorSecrets, 'vault'>,
  part: Part,
  value: Sealable[Part],
  { applicationId, monitorId }: { applicationId: string; monitorId: string },
): Buffer => vault.seal(Buffer.from(JSON.stringify(value)), context(part, applicationId, monitorId))

export const openOfMonitor = <Part extends keyof Sealable>(
  { vault }: Pick<MonitorSecrets, 'vault'>,
  part: Part,
  sealed: Buffer,
  { applicationId, monitorId }: { applicationId: string; monitorId: string },
): Sealable[Part] => JSON.parse(vault.open(sealed, context(part, applicationId, monitorId)).toString('utf8'))

/**
 * The monitor of a subject under a reference: whoever asks again for the same has the same (docs/monitoring.md). Two
 * that could only ever tell the same are one.
 */
export const monitorIdOf = (
  party: Pick<MonitoredParty, 'facts' | 'identifier' | 'subject' | 'reference' | 'checks'>,
  applicationId: string,
  identityKey: KeyObject,
): string => {
  const subject = subjectPseudonym(party, applicationId, identityKey)
  const checks = amlChecks.filter((check) => party.checks.includes(check))
  const watched = JSON.stringify(['monitor', subject, party.reference, checks])
  return derivedId('mon', createHmac('sha256', identityKey).update(watched).digest())
}

/*
 * One that is there already goes on from this screening, whose answer tells what was found; one that was stopped begins
 * anew. Of several screenings in one commit the latest counts.
 */
const monitorPart: CompanionPart = {
  name: 'monitor',
  expressions: `, monitor as (
    insert into monitors as known (application_id, monitor_id, environment, screening_id, identity, birth,
      sealed_subject, sealed_standing, created_at, screened_at)
    select distinct on (m.monitor_id) $1, m.monitor_id, m.environment, passed.result_id, decode(m.identity, 'hex'),
      decode(m.birth, 'hex'), decode(m.sealed_subject, 'base64'), decode(m.sealed_standing, 'base64'), passed.at, passed.at
    from passed, json_to_record(passed.companion) as m(monitor_id text, environment text, identity text, birth text,
      sealed_subject text, sealed_standing text)
    where passed.companion is not null
    order by m.monitor_id, passed.result_id desc
    on conflict (application_id, monitor_id) do update set screening_id = excluded.screening_id,
      identity = excluded.identity, birth = excluded.birth, sealed_subject = excluded.sealed_subject,
      sealed_standing = excluded.sealed_standing, screened_at = excluded.screened_at, due = 'begun',
      created_at = case when known.stopped_at is null then known.created_at else excluded.created_at end,
      stopped_at = null, revision = known.revision + 1, monitor_number = excluded.monitor_number
  )`,
}

/** A monitor that begins in the very commit of its screening: both are there, or neither. */
export const newMonitor = (
  id: { applicationId: string; monitorId: string },
  monitored: MonitoredParty,
  screening: Screening,
  environment: Environment,
  secrets: MonitorSecrets,
): Companion => ({
  part: monitorPart,
  row: {
    monitor_id: id.monitorId,
    environment,
    identity: identityPseudonym(monitored, environment, secrets.identityKey),
    birth: birthOf(monitored.facts, environment, secrets.identityKey),
    sealed_subject: sealOfMonitor(secrets, 'subject', monitored, id).toString('base64'),
    sealed_standing: sealOfMonitor(secrets, 'standing', standingOf(screening), id).toString('base64'),
  },
})
