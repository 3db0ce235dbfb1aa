import { createHmac, type KeyObject } from 'node:crypto'
import { amlChecks, type Environment } from '@nani/contract'
import { derivedId } from '@nani/foundation/core/index.ts'
import type { Effect, Vault } from '@nani/foundation/storage/index.ts'
import type { Finding } from './hits/finding.ts'
import type { MonitoredParty } from './monitored-party.ts'
import type { ScoreInputs } from './risk-score.ts'
import type { Screening } from './screen-subject.ts'
import { subjectPseudonym } from './subject/subject-pseudonym.ts'

/** The part of a hit that an alert compares: its key (list and reference, or case) and its content. */
export type BaselineHit = ScoreInputs & {
  key: string
  contentHash: string
  /** Null for an entry that is not a PEP. */
  pepLevel: Screening['pep']['level']
}

/**
 * The result of the last screening of a monitored subject. Its risk level and PEP status can be computed from these
 * hits, with or without hits dismissed since. Encrypted at rest.
 */
export type Baseline = {
  /** The last change of lists that was taken into account. */
  change: number
  hits: BaselineHit[]
}

export const baselineOf = ({ change, findings }: Screening): Baseline => ({
  change,
  hits: findings.map(hitOfBaseline),
})

export const hitOfBaseline = ({ key, contentHash, pep, ...finding }: Finding): BaselineHit => ({
  ...{ key, contentHash, pepLevel: pep?.level ?? null, matchScore: finding.matchScore },
  ...{ weight: finding.weight, recency: finding.recency, isActiveSanction: finding.isActiveSanction },
})

export type MonitorSecrets = {
  vault: Vault
  /** Keys the pseudonym by which the monitors of an identity are found. */
  identityKey: KeyObject
}

type Sealable = { subject: MonitoredParty; baseline: Baseline }

/** Stored values are sealed under these names. They never change. */
const sealedAs = { subject: 'subject', baseline: 'standing' } as const

const context = (part: keyof Sealable, applicationId: string, monitorId: string) =>
  `monitor ${sealedAs[part]}:${applicationId}:${monitorId}`

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
 * The id of the monitor of a subject under a reference. The same request has the same monitor (docs/monitoring.md), so
 * that no alert is sent twice.
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

/** A screening that starts to monitor its subject. */
export type StartedMonitor = {
  applicationId: string
  monitorId: string
  environment: Environment
  /** How far the test clock of the application is ahead. */
  clockAheadMs: number
  party: MonitoredParty
  screening: Screening
}

/** The monitor that the commit of a screening starts. The module of monitoring provides it. */
export type StartMonitor = (started: StartedMonitor, secrets: MonitorSecrets) => Effect<'monitor'>
