import type { KeyObject } from 'node:crypto'
import { environments } from '@nani/contract'
import type { Vault } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { pseudonym } from '../../../app/audit/index.ts'
import { type ActNeeds, defineAct, needsOf } from '../../../gateway/acts/index.ts'
import { enrolPhotographs, type Photograph } from './enrol-photographs.ts'
import {
  type EnrolmentDependencies,
  type EnrolmentReport,
  type EnrolmentReports,
  enrolSelfies,
} from './enrol-selfies.ts'
import { revokeTemplates } from './template-store.ts'

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
    reports: Type.Optional(Type.Unsafe<EnrolmentReports>({})),
  }),
  output: Type.Object({ enrolled: Type.Integer(), refused: Type.Integer() }),
  needs: needsOf<ActNeeds & EnrolmentDependencies & { filesVault: Vault }>(),
  started: ({ input: { environment, photographs } }) => ({
    subject: environment,
    after: { photographs: photographs.length, state: 'started' },
  }),
  prepare: ({ input: { environment, photographs, reports }, needs }): Promise<EnrolmentReport> =>
    photographs.length > 0
      ? enrolPhotographs(environment, photographs, needs, reports)
      : enrolSelfies(environment, null, needs, reports),
  async perform({ input: { environment, photographs }, prepared: report }) {
    const after = { photographs: photographs.length, ...report, state: 'finished' }
    return { result: report, entry: { subject: environment, after } }
  },
})

/** An operator deletes the enrolled faces of a person. The entry names the person by the pseudonym of the audit log. */
export const revokeFaces = defineAct({
  name: 'faces.revoke',
  sentence: { en: 'Deletes the faces of a person', fr: 'Supprime les visages d’une personne' },
  actors: { operator: ['supervisor', 'enrolment_officer'] },
  input: Type.Object({ svc_id: Type.String({ maxLength: 64 }) }, { additionalProperties: false }),
  output: Type.Integer(),
  needs: needsOf<ActNeeds & { subjectKey: KeyObject }>(),
  async perform({ client, input: { svc_id }, needs: { subjectKey } }) {
    const revoked = await revokeTemplates(client, svc_id)
    return { result: revoked, entry: { subject: pseudonym(subjectKey, svc_id), after: { revoked } } }
  },
})
