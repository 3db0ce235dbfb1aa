import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { type Citizen, lockCitizen } from '../../register/register/index.ts'
import {
  citizenOfRecord,
  citizenRecord,
  documentOfRecord,
  documentRecord,
} from '../../register/register-import/index.ts'
import { recordRefused, requireCitizen, writeCitizen } from './change-citizen.ts'
import {
  citizenResult,
  closed,
  enrolmentDeskAct,
  enrolmentDeskReading,
  missingCitizen,
  officers,
  place,
  reasonText,
  subjectOf,
  svcId,
} from './needs.ts'

const maxBodyBytes = 8 * 1024 * 1024

const resultOf = (citizen: Citizen) => ({
  object: 'citizen' as const,
  svc_id: citizen.svc_id,
  citizen: { ...citizen } as Record<string, unknown>,
})

export const readCitizen = enrolmentDeskReading({
  name: 'enrolment.read_citizen',
  sentence: { en: 'Reads a citizen at the desk', fr: 'Lit un citoyen au poste' },
  actors: { operator: [...officers.operator, 'auditor'] },
  routes: { operator: 'GET /citizens/{svc_id}' },
  input: Type.Object({ svc_id: svcId }, closed),
  output: citizenResult,
  refusals: ['citizen_not_found'],
  async read({ input, needs }) {
    const identifier = { type: 'svc_id', value: input.svc_id } as const
    const citizen = await needs.storedRegister.findCitizen(identifier, 'production')
    if (!citizen) throw missingCitizen()
    return resultOf(citizen)
  },
  entry: ({ svc_id }, { needs }) => ({ subject: subjectOf(needs, svc_id) }),
})

const { biometrics: _, ...enteredMembers } = citizenRecord.properties

/** Biometrics are taken with their own act. */
export const enrolCitizen = enrolmentDeskAct({
  name: 'enrolment.enrol_citizen',
  sentence: { en: 'Enters a citizen into the register', fr: 'Inscrit un citoyen au registre' },
  actors: officers,
  routes: { operator: 'POST /citizens' },
  answers: 201,
  maxBodyBytes,
  input: Type.Object(enteredMembers, closed),
  output: citizenResult,
  refusals: ['value_invalid', 'state_conflict'],
  place,
  async perform({ client, actor, input, nowMs, needs }) {
    const made = citizenOfRecord(input, nowMs)
    if ('reason' in made) throw recordRefused(made.reason)
    const { citizen, files, fileReferences: references } = made
    if (await lockCitizen(client, citizen.svc_id))
      throw new Refusal('state_conflict', 'The register has a citizen with this number already.')
    await writeCitizen(client, { citizen, files, references }, { actor, needs })
    const { certified, level_of_assurance, status } = citizen
    return {
      result: resultOf(citizen),
      entry: {
        subject: subjectOf(needs, citizen.svc_id),
        after: { certified, level_of_assurance, status },
      },
    }
  },
})

export const addDocument = enrolmentDeskAct({
  name: 'enrolment.add_document',
  sentence: { en: 'Adds a document of a citizen', fr: 'Ajoute un document d’un citoyen' },
  actors: officers,
  routes: { operator: 'POST /citizens/{svc_id}/documents' },
  answers: 201,
  maxBodyBytes,
  input: Type.Object({ svc_id: svcId, ...documentRecord.properties }, closed),
  output: citizenResult,
  refusals: ['value_invalid', 'citizen_not_found', 'state_conflict'],
  place,
  async perform({ client, actor, input: { svc_id, ...given }, needs }) {
    const { citizen: before } = await requireCitizen(client, svc_id)
    const made = documentOfRecord(given)
    if ('reason' in made) throw recordRefused(made.reason)
    const { document, files, fileReferences: references } = made
    const isSame = ({ type, number }: Citizen['documents'][number]) =>
      type === document.type && number === document.number
    if (before.documents.some(isSame))
      throw new Refusal('state_conflict', 'The citizen has this document already.')
    const isPrimary = given.is_primary === true || before.documents.length === 0
    const others = before.documents.map((one) => (isPrimary ? { ...one, is_primary: false } : one))
    const citizen = { ...before, documents: [...others, { ...document, is_primary: isPrimary }] }
    await writeCitizen(client, { citizen, files, references }, { actor, needs })
    return {
      result: resultOf(citizen),
      entry: {
        subject: subjectOf(needs, svc_id),
        after: { type: document.type, has_image: document.image !== null, is_primary: isPrimary },
      },
    }
  },
})

export const changeStatus = enrolmentDeskAct({
  name: 'enrolment.change_status',
  sentence: { en: 'Changes the status of a citizen', fr: 'Change le statut d’un citoyen' },
  actors: officers,
  routes: { operator: 'POST /citizens/{svc_id}/status' },
  input: Type.Object(
    {
      svc_id: svcId,
      /** A member that is absent keeps its value. */
      status: Type.Optional(Type.Enum(['active', 'suspended', 'paused', 'deleted'])),
      certified: Type.Optional(Type.Boolean()),
      reason: reasonText,
    },
    closed,
  ),
  output: citizenResult,
  refusals: ['value_invalid', 'citizen_not_found', 'state_conflict'],
  place,
  async perform({ client, actor, input: { svc_id, status, certified, reason }, needs }) {
    const { citizen: before } = await requireCitizen(client, svc_id)
    const citizen = {
      ...before,
      status: status ?? before.status,
      certified: certified ?? before.certified,
    }
    if (citizen.status === before.status && citizen.certified === before.certified)
      throw new Refusal('state_conflict', 'The citizen has this status already.')
    await writeCitizen(client, { citizen }, { actor, needs })
    return {
      result: resultOf(citizen),
      entry: {
        subject: subjectOf(needs, svc_id),
        before: { status: before.status, certified: before.certified },
        after: { status: citizen.status, certified: citizen.certified, reason },
      },
    }
  },
})
