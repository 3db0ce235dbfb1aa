import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import type { Vault } from '@nani/foundation/storage/index.ts'
import { type ActPlatform, changeCase, pseudonym, useCase } from '../../../app/audit/index.ts'
import { enrolPhotographs, type Photograph } from './enrol-photographs.ts'
import {
  type EnrolmentDependencies,
  type EnrolmentReport,
  type EnrolmentReports,
  enrolSelfies,
} from './enrol-selfies.ts'
import { revokeTemplates } from './template-store.ts'

type Enrolment = {
  environment: Environment
  /** Empty: the selfies on record that are not enrolled yet. */
  photographs: readonly Photograph[]
  reports?: EnrolmentReports
}

/**
 * An operator enrols faces. The act has an entry when it begins and one when it ends, because photographs are enrolled
 * one by one and a process may end in between.
 */
export const enrolFaces = useCase({
  action: 'faces.enrol',
  permission: { operator: ['supervisor', 'enrolment_officer'] },
  async perform(
    { environment, photographs, reports }: Enrolment,
    platform: ActPlatform & EnrolmentDependencies & { filesVault: Vault },
    record,
  ) {
    const facts = { photographs: photographs.length }
    await record(platform.pool, { subject: environment, after: { ...facts, state: 'started' } }, undefined)
    const report: EnrolmentReport =
      photographs.length > 0
        ? await enrolPhotographs(environment, photographs, platform, reports)
        : await enrolSelfies(environment, null, platform, reports)
    const after = { ...facts, ...report, state: 'finished' }
    return record(platform.pool, { subject: environment, after }, report)
  },
})

/** An operator deletes the enrolled faces of a person. The entry names the person by the pseudonym of the audit log. */
export const revokeFaces = changeCase({
  action: 'faces.revoke',
  permission: { operator: ['supervisor', 'enrolment_officer'] },
  async change(
    client,
    { svcId }: { svcId: string },
    { subjectKey }: ActPlatform & { subjectKey: KeyObject },
  ) {
    const revoked = await revokeTemplates(client, svcId)
    return { result: revoked, entry: { subject: pseudonym(subjectKey, svcId), after: { revoked } } }
  },
})
