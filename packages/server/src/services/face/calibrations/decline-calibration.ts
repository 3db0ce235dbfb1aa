import { personOf, Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { type ActNeeds, defineAct, needsOf, reasonOfOperator } from '../../../gateway/acts/index.ts'
import { oneAtATime } from './activate-calibration.ts'
import { ofTheModel, waitingProposals } from './calibration-versions.ts'

const name = Type.String({ minLength: 1, maxLength: 200 })

/** The second person does not agree. The first one may take the proposal back. */
export const declineCalibration = defineAct({
  name: 'face_calibrations.decline',
  sentence: {
    en: 'Declines a proposed calibration of faces',
    fr: 'Refuse un étalonnage des visages proposé',
  },
  actors: { operator: ['supervisor'] },
  /** `calibration`: a stored one, or `of-the-model`. */
  input: Type.Object(
    { calibration: name, model_id: name, reason: reasonOfOperator },
    { additionalProperties: false },
  ),
  output: Type.Object({ id: Type.String(), model_id: Type.String(), status: Type.Literal('declined') }),
  needs: needsOf<ActNeeds>(),
  refusals: ['face_calibration_not_proposed'],
  async perform({ client, input: { calibration: id, model_id, reason }, actor, nowMs }) {
    const { name: declinedBy, account } = personOf(actor)
    await oneAtATime(client)
    const { rows } = await client.query<{ decided_by: string }>(
      `with declined as (
         insert into face_calibration_declines (decision_id, declined_by, account, reason, declined_at)
         select decision_id, $4, $5, $6, $1 from ${waitingProposals} as proposal
         where model_id = $2 and calibration_id is not distinct from $3 returning decision_id)
       select decided_by from face_calibration_decisions join declined using (decision_id) order by decision_id`,
      [new Date(nowMs), model_id, id === ofTheModel ? null : id, declinedBy, account, reason],
    )
    const proposedBy = rows.map(({ decided_by }) => decided_by)
    if (proposedBy.length === 0)
      throw new Refusal('face_calibration_not_proposed', `The calibration ${id} is not proposed.`)
    return {
      result: { id, model_id, status: 'declined' as const },
      entry: {
        subject: model_id,
        before: null,
        after: { declined: id, proposed_by: proposedBy, reason },
      },
    }
  },
})
