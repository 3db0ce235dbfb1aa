import { type AmlDisposition, amlDispositionRequest, hitDispositions } from '@nani/contract'
import { OperatorError, Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { checkShape } from '../../calls/calls/index.ts'
import { defineAct, needsOf } from '../../gateway/acts/index.ts'
import { decideHit } from './dispositions.ts'
import { auditOperator, type HitNeeds, hitInput, hitOfOperator } from './read-dispositions.ts'

/** An operator decides about a hit on behalf of an application. The entry contains neither the reason nor the officer. */
export const setDisposition = defineAct({
  name: 'dispositions.set',
  sentence: { en: 'Decides about a hit', fr: 'Décide d’une correspondance' },
  actors: { operator: ['supervisor'] },
  input: Type.Object(
    {
      ...hitInput,
      disposition: Type.Enum([...hitDispositions]),
      reason: Type.String(),
      officer: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  output: Type.Unsafe<AmlDisposition>(Type.Object({})),
  needs: needsOf<HitNeeds>(),
  refusals: ['hit_not_found', 'value_invalid'],
  async prepare({ input, needs }) {
    const { disposition, reason, officer } = input
    const request = { disposition, reason, ...(officer !== undefined && { officer }) }
    requireShape(request)
    return { request, hit: await hitOfOperator(input, needs) }
  },
  async perform({ client, needs, prepared: { request, hit } }) {
    const result = await decideHit(client, hit, request, needs)
    await auditOperator(client, { path: 'dispositions set', hit }, needs)
    const { applicationId, screeningId, position } = hit
    const after = { screening_id: screeningId, position, disposition: request.disposition }
    return { result, entry: { subject: applicationId, after } }
  },
})

/** The rules of a call apply to the decision of an operator as well. */
const requireShape = (request: unknown): void => {
  try {
    checkShape(amlDispositionRequest, request)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new OperatorError('value_invalid', `The ${error.context.field} ${error.context.reason}.`)
  }
}
