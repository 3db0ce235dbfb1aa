import type { IdSource } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import { type AccessDependencies, accessDependencies } from '../../citizens/accesses/index.ts'
import { type ActNeeds, actsWithNeeds, type ListCursors } from '../../gateway/acts/index.ts'
import { type MonitorSecrets, monitorSecrets } from '../../services/aml/index.ts'
import { faceSecrets } from '../../services/face/index.ts'
import type { Realm } from '../people/index.ts'

/** What the acts of compliance need. */
export type ComplianceNeeds = ActNeeds & {
  newId: IdSource
  cursors: ListCursors
  /** The accounts of members. */
  realm: Realm
  /** Opens monitors and decisions about hits. */
  secrets: MonitorSecrets
  /** Opens the reasons of face comparisons. */
  reasons: { vault: Vault }
  resultsVault: Vault
  /** Opens events. */
  requestsVault: Vault
  disputes: AccessDependencies
}

type ComplianceSecrets = Pick<
  ComplianceNeeds,
  'secrets' | 'reasons' | 'resultsVault' | 'requestsVault' | 'disputes'
>

export const complianceSecrets = (platform: Parameters<typeof accessDependencies>[0]): ComplianceSecrets => ({
  secrets: monitorSecrets(platform),
  reasons: faceSecrets(platform).reasons,
  resultsVault: platform.vaultFor('results'),
  requestsVault: platform.vaultFor('requests'),
  disputes: accessDependencies(platform),
})

export const { act: complianceAct, reading: complianceReading } = actsWithNeeds<ComplianceNeeds>()

/** They decide about alerts, disputes and face reasons (spec/organizations#roles). */
export const officers = ['owner', 'compliance_officer'] as const
export const applicationPath = '/organizations/{organization_id}/applications/{application_id}' as const
