import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { agreedProposal, countedRefusal } from '../../gateway/acts/index.ts'
import { type Citizen, isPossibleBirth } from '../../register/register/index.ts'
import { citizenRecord } from '../../register/register-import/index.ts'
import { inHome } from '../../register/register-outbox/index.ts'
import {
  findOpen,
  forgetProposals,
  type ProposalObject,
  type ProposalRow,
  proposalObject,
  proposalSchema,
  proposeOrExecuteOnRegister,
  type Reason,
  readProposalRow,
} from '../proposals/index.ts'
import { requireCitizen, writeCitizen } from './change-citizen.ts'
import {
  closed,
  type EnrolmentDeskNeeds,
  enrolmentDeskAct,
  enrolmentDeskReading,
  officers,
  place,
  reasonText,
  subjectOf,
  svcId,
} from './needs.ts'

const { full_name, first_name, last_name, date_of_birth, gender, nationality, place_of_birth } =
  citizenRecord.properties
const changes = Type.Partial(
  Type.Object({ full_name, first_name, last_name, date_of_birth, gender, nationality, place_of_birth }),
  { ...closed, minProperties: 1 },
)
type Changes = Static<typeof changes>
type Correction = { svc_id: string; before: Record<string, unknown>; after: Record<string, unknown> }

const values = Type.Record(Type.String(), Type.Unknown())
const correctionMembers = { svc_id: Type.String(), before: values, after: values }

/** The same correction by another person within 24 hours executes it. */
export const correctCitizen = enrolmentDeskAct({
  name: 'enrolment.correct_citizen',
  sentence: { en: 'Corrects the data of a citizen', fr: 'Corrige les données d’un citoyen' },
  actors: officers,
  routes: { operator: 'POST /citizens/{svc_id}/corrections' },
  secondPerson: true,
  input: Type.Object({ svc_id: svcId, changes, reason: reasonText, ...agreedProposal }, closed),
  output: Type.Object({
    object: Type.Literal('citizen_correction'),
    status: Type.Enum(['proposed', 'executed']),
    ...correctionMembers,
    proposal: proposalSchema,
  }),
  refusals: [
    ...(['citizen_not_found', 'value_invalid', 'state_conflict', 'changed_meanwhile'] as const),
    ...(['second_person_required', 'second_account_required'] as const),
  ],
  place,
  async perform({
    client,
    actor,
    input: { svc_id, changes: given, reason, proposal_id: proposalId },
    nowMs,
    needs,
  }) {
    const { citizen, revision } = await requireCitizen(client, svc_id)
    const correction = correctionOf(citizen, given, nowMs)
    const subject = subjectOf(needs, svc_id)
    const content = await contentOf(client, correction, { subject, nowMs, needs })
    const step = await proposeOrExecuteOnRegister(
      client,
      {
        ...{ act: actName, subject, content, version: revision },
        reason: sealReason(needs)(subject, reason),
        proposalId,
      },
      { actor, nowMs, ...needs },
    )
    const after = { step: step.step, fields: Object.keys(correction.after) }
    if (step.step === 'changed') return countedRefusal(step.refusal, { entry: { subject, after } })
    const isDone = step.step === 'execute'
    if (isDone) await writeCitizen(client, { citizen: { ...citizen, ...correction.after } }, { actor, needs })
    return {
      result: {
        object: 'citizen_correction' as const,
        status: isDone ? ('executed' as const) : ('proposed' as const),
        ...correction,
        proposal: withReasons(step.proposal, needs),
      },
      // The reasons are sealed in the proposal, because they can name people.
      entry: { subject, after: { ...after, proposal: step.proposal.proposal_id } },
    }
  },
})

const actName: string = correctCitizen.declaration.name

const correctionOf = (citizen: Citizen, given: Changes, nowMs: number): Correction => {
  if (given.date_of_birth !== undefined && !isPossibleBirth(given.date_of_birth, nowMs))
    throw new Refusal('value_invalid', 'The date of birth is not possible.', {
      context: { field: 'changes.date_of_birth' },
    })
  const differing = Object.entries(given).filter(
    ([name, value]) => !isDeepStrictEqual(citizen[name as keyof Changes], value),
  )
  if (differing.length === 0) throw new Refusal('state_conflict', 'The register has these values already.')
  const before = Object.fromEntries(differing.map(([name]) => [name, citizen[name as keyof Changes]]))
  return { svc_id: citizen.svc_id, before, after: Object.fromEntries(differing) }
}

/**
 * A proposal has no unencrypted personal data. The content of an equal open proposal is used again, because two seals of
 * one text differ.
 */
const contentOf = async (
  client: pg.PoolClient,
  correction: Correction,
  { subject, nowMs, needs }: { subject: string; nowMs: number; needs: EnrolmentDeskNeeds },
): Promise<Record<string, unknown>> => {
  const of = { act: actName, subject }
  const open = await inHome(needs.registerOutbox, client, (home) => findOpen(home, of, nowMs))
  const vault = needs.correctionsVault
  if (open && isDeepStrictEqual(openCorrection(open.content, subject, needs), correction)) return open.content
  const sealed = vault.seal(Buffer.from(JSON.stringify(correction)), subject).toString('base64')
  return { fields: Object.keys(correction.after), sealed }
}

const openCorrection = (
  { sealed }: Record<string, unknown>,
  subject: string,
  { correctionsVault }: Pick<EnrolmentDeskNeeds, 'correctionsVault'>,
): Correction => JSON.parse(correctionsVault.open(Buffer.from(String(sealed), 'base64'), subject).toString())

/** A reason has its own context, so that it is not read as the values of a correction. */
const reasonContext = (subject: string): string => `${subject} reason`

/** Seals the reason of a person who proposes, executes or declines a correction. */
export const sealReason =
  ({ correctionsVault }: Pick<EnrolmentDeskNeeds, 'correctionsVault'>) =>
  (subject: string, reason: string): Reason =>
    correctionsVault.seal(Buffer.from(reason), reasonContext(subject))

/** A proposal with the reasons of both people. One of an earlier release has them unsealed. */
const withReasons = (
  row: ProposalRow,
  { correctionsVault }: Pick<EnrolmentDeskNeeds, 'correctionsVault'>,
): ProposalObject => {
  const { sealed_reason, sealed_decided_reason, subject } = row
  const opened = (sealed: Buffer) => correctionsVault.open(sealed, reasonContext(subject)).toString()
  return {
    ...proposalObject(row),
    ...(sealed_reason && { reason: opened(sealed_reason) }),
    ...(sealed_decided_reason && { decided_reason: opened(sealed_decided_reason) }),
  }
}

/** As long as the entries of the audit log. The log of acts keeps the names and the fields. */
const keptMs = 400 * 24 * 3_600_000

/** Deletes the values and the reasons of corrections that ended long ago. */
export const forgetCorrections = forgetProposals(actName, keptMs)

/** The second person sees exactly what was proposed. */
export const readCorrection = enrolmentDeskReading({
  name: 'enrolment.read_correction',
  sentence: { en: 'Reads a proposed correction', fr: 'Lit une correction proposée' },
  actors: { operator: [...officers.operator, 'auditor'] },
  routes: { operator: 'GET /corrections/{id}' },
  input: Type.Object({ id: Type.String({ minLength: 1, maxLength: 60 }) }, closed),
  output: Type.Object({
    object: Type.Literal('citizen_correction'),
    ...correctionMembers,
    proposal: proposalSchema,
  }),
  refusals: ['object_not_found'],
  async read({ pool, input: { id }, needs }) {
    const { rowCount } = await pool.query('select from proposals where proposal_id = $1 and act = $2', [
      id,
      actName,
    ])
    if (!rowCount) throw new Refusal('object_not_found', 'There is no such correction.')
    const proposal = withReasons(await readProposalRow(pool, id), needs)
    const correction = openCorrection(proposal.content, proposal.subject, needs)
    return { object: 'citizen_correction' as const, ...correction, proposal }
  },
  entry: ({ proposal: { subject, id } }) => ({ subject, after: { proposal: id } }),
})
