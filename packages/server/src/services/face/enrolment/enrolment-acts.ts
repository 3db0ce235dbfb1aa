import type { KeyObject } from 'node:crypto'
import { environments } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { pseudonym } from '../../../app/audit/index.ts'
import { readRules } from '../../../app/installation-rules/index.ts'
import { type ActNeeds, defineAct, needsOf } from '../../../gateway/acts/index.ts'
import { hasCitizen } from '../../../register/register/index.ts'
import type { RegisterOutbox } from '../../../register/register-outbox/index.ts'
import { enrolPhotographs, type Photograph } from './enrol-photographs.ts'
import {
  type EnrolmentDependencies,
  type EnrolmentReport,
  type EnrolmentReports,
  enrolSelfies,
} from './enrol-selfies.ts'
import { type EnrolmentSource, enrolmentSources, revokeTemplates } from './template-store.ts'

/**
 * An operator enrols faces. The act has an entry when it begins and one when it ends, because photographs are enrolled
 * one by one and a process may end in between.
 */
export const enrolFaces = defineAct({
  name: 'faces.enrol',
  sentence: { en: 'Enrols faces', fr: 'Enregistre des visages' },
  actors: { operator: ['supervisor', 'enrolment_officer'] },
  input: Type.Object({
    environment: Type.Enum([...environments]),
    /** Empty: the selfies on record that are not enrolled yet. */
    photographs: Type.Unsafe<readonly Photograph[]>(Type.Array(Type.Object({}))),
    source: Type.Enum([...enrolmentSources]),
    reports: Type.Optional(Type.Unsafe<EnrolmentReports>({})),
  }),
  output: Type.Object({ enrolled: Type.Integer(), refused: Type.Integer() }),
  needs: needsOf<
    ActNeeds & Omit<EnrolmentDependencies, 'source'> & { registerPool: pg.Pool; filesVault: Vault }
  >(),
  refusals: ['face_source_refused'],
  async started({ input: { environment, photographs, source }, needs: { pool } }) {
    await requireSource(pool, source)
    return { subject: environment, after: { photographs: photographs.length, source, state: 'started' } }
  },
  prepare({ input: { environment, photographs, source, reports }, needs }): Promise<EnrolmentReport> {
    const dependencies = { ...needs, pool: needs.registerPool, source }
    return photographs.length > 0
      ? enrolPhotographs(environment, photographs, dependencies, reports)
      : enrolSelfies(environment, null, dependencies, reports)
  },
  async perform({ input: { environment, photographs, source }, prepared: report }) {
    const after = { photographs: photographs.length, source, ...report, state: 'finished' }
    return { result: report, entry: { subject: environment, after } }
  },
})

/** A file may be altered or show another person, and enrolment checks no liveness. An operator can refuse files. */
export const requireSource = async (pool: pg.Pool, source: EnrolmentSource): Promise<void> => {
  if (source !== 'file' || !(await readRules(pool)).face_files_refused) return
  throw new Refusal('face_source_refused', 'This installation enrols no photographs of unknown origin.')
}

/** An operator deletes the enrolled faces of a person. The entry names the person by the pseudonym of the audit log. */
export const revokeFaces = defineAct({
  name: 'faces.revoke',
  sentence: { en: 'Deletes the faces of a person', fr: 'Supprime les visages d’une personne' },
  actors: { operator: ['supervisor', 'enrolment_officer'] },
  input: Type.Object({ svc_id: Type.String({ maxLength: 64 }) }, { additionalProperties: false }),
  output: Type.Integer(),
  needs: needsOf<ActNeeds & { subjectKey: KeyObject; registerOutbox: RegisterOutbox }>(),
  refusals: ['citizen_not_found'],
  place: ({ registerOutbox }) => registerOutbox,
  async perform({ client, input: { svc_id }, needs: { subjectKey } }) {
    const revoked = await revokeTemplates(client, svc_id)
    // A person who was deleted may still have templates. A mistyped number has neither.
    if (revoked === 0 && !(await hasCitizen(client, svc_id)))
      throw new Refusal('citizen_not_found', `The register has no citizen with svc_id ${svc_id}.`)
    return { result: revoked, entry: { subject: pseudonym(subjectKey, svc_id), after: { revoked } } }
  },
})
