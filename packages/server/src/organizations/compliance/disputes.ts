import { environments } from '@nani/contract'
import { consoleDispute, newDisputeAnswer, organizationId } from '@nani/contract/console'
import Type from 'typebox'
import { disputesPage, type ShownDispute, writeAnswer } from '../../citizens/accesses/index.ts'
import { listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { complianceAct, complianceReading, officers } from './needs.ts'

const closed = { additionalProperties: false }
const path = '/organizations/{organization_id}/disputes' as const
const id = Type.String({ minLength: 1, maxLength: 60 })

const disputeOf = (dispute: ShownDispute) => ({ object: 'dispute' as const, ...dispute })

/** The disputes of citizens with their texts, the newest first. Each reading has an entry. */
export const listOwnDisputes = complianceReading({
  name: 'disputes.list_for_organization',
  sentence: { en: 'Reads the disputes of citizens', fr: 'Lit les contestations des citoyens' },
  actors: { member: officers },
  routes: { member: `GET ${path}` },
  input: Type.Object(
    {
      organization_id: organizationId,
      status: Type.Optional(Type.Enum(['open', 'answered'])),
      environment: Type.Optional(Type.Enum([...environments])),
      application_id: Type.Optional(id),
      ...pageInput,
    },
    closed,
  ),
  output: listOf(consoleDispute),
  refusals: ['value_invalid'],
  read: ({ pool, actor, input, needs: { cursors, disputes } }) =>
    readPage(
      { name: 'disputes', actor, input, cursors },
      {
        rows: (after, limit) =>
          disputesPage(
            pool,
            {
              ...{ organization_id: input.organization_id, limit },
              ...(input.status && { status: input.status }),
              ...(input.environment && { environment: input.environment }),
              ...(input.application_id !== undefined && { application_id: input.application_id }),
              after,
            },
            disputes,
          ),
        positionOf: (dispute) => [Date.parse(dispute.created_at), dispute.id],
        itemOf: disputeOf,
      },
    ),
  entry: ({ data }, { input }) => ({
    subject: input.organization_id,
    after: { disputes: data.map((dispute) => dispute.id) },
  }),
})

/** The citizen sees the answer in the app. */
export const answerOwnDispute = complianceAct({
  name: 'disputes.answer_own',
  sentence: {
    en: 'Answers a dispute for the organization',
    fr: "Répond à une contestation pour l'organisation",
  },
  actors: { member: officers },
  routes: { member: `POST ${path}/{id}/answers` },
  answers: 201,
  input: Type.Object({ organization_id: organizationId, id, ...newDisputeAnswer.properties }, closed),
  output: consoleDispute,
  refusals: ['value_invalid', 'dispute_not_found', 'dispute_answered'],
  async perform({ input: { id: dispute, text }, needs: { disputes }, ...context }) {
    const performed = await writeAnswer({ ...context, input: { id: dispute, text }, needs: disputes })
    return { ...performed, result: disputeOf(performed.result) }
  },
})
