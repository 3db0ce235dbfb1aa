import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { OperatorError } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ActPlatform, changeCase, pseudonym, useCase } from '../../../app/audit/index.ts'
import { readRules } from '../../../app/installation-rules/index.ts'
import { enrolPhotographs, type Photograph } from './enrol-photographs.ts'
import {
  type EnrolmentDependencies,
  type EnrolmentReport,
  type EnrolmentReports,
  enrolSelfies,
} from './enrol-selfies.ts'
import { type EnrolmentSource, revokeTemplates } from './template-store.ts'

type Enrolment = {
  environment: Environment
  /** Empty: the selfies on record that are not enrolled yet. */
  photographs: readonly Photograph[]
  source: EnrolmentSource
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
    { environment, photographs, source, reports }: Enrolment,
    platform: ActPlatform & Omit<EnrolmentDependencies, 'source'> & { filesVault: Vault },
    record,
  ) {
    await requireSource(platform.pool, source)
    const facts = { photographs: photographs.length, source }
    const dependencies = { ...platform, source }
    await record(platform.pool, { subject: environment, after: { ...facts, state: 'started' } }, undefined)
    const report: EnrolmentReport =
      photographs.length > 0
        ? await enrolPhotographs(environment, photographs, dependencies, reports)
        : await enrolSelfies(environment, null, dependencies, reports)
    const after = { ...facts, ...report, state: 'finished' }
    return record(platform.pool, { subject: environment, after }, report)
  },
})

/** A file may be altered or show another person, and enrolment checks no liveness. An operator can refuse files. */
const requireSource = async (pool: pg.Pool, source: EnrolmentSource): Promise<void> => {
  if (source !== 'file' || !(await readRules(pool)).face_files_refused) return
  throw new OperatorError('face_source_refused', 'This installation enrols no photographs of unknown origin.')
}

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
