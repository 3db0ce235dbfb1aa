import type { FittedCalibration } from '@nani/engines/face-evaluation/index.ts'
import {
  type Person,
  personOf,
  Refusal,
  type SecondPersonRules,
  secondPersonFault,
} from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActNeeds, defineAct, needsOf } from '../../../gateway/acts/index.ts'
import {
  ofTheModel,
  readActiveCalibration,
  readCalibration,
  waitingProposals,
} from './calibration-versions.ts'

const activation = Type.Object(
  {
    /** A calibration to store first, the identifier of a stored one, or `of-the-model` to return to the manifest. */
    calibration: Type.Unsafe<FittedCalibration | string>({}),
    /** The recogniser of the installation. */
    model_id: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { additionalProperties: false },
)
type CalibrationActivation = Static<typeof activation>

/** Two operators at once are a proposal and its confirmation, in some order. */
export const oneAtATime = (client: pg.ClientBase) =>
  client.query(`select pg_advisory_xact_lock(hashtext('face_calibration_decisions'))`)

const activated = Type.Object({
  id: Type.String(),
  model_id: Type.String(),
  status: Type.Enum(['proposed', 'effective']),
})
export type CalibrationActivated = Static<typeof activated>

/** Proposes a calibration for a recogniser, or confirms the proposal of another operator. */
export const activateCalibration = defineAct({
  name: 'face_calibrations.activate',
  sentence: { en: 'Activates a calibration of faces', fr: 'Active un étalonnage des visages' },
  actors: { operator: ['supervisor'] },
  input: activation,
  output: activated,
  needs: needsOf<ActNeeds & SecondPersonRules>(),
  secondPerson: true,
  refusals: ['face_calibration_not_found', 'face_calibration_invalid', 'second_account_required'],
  async perform({ client, input, needs: rules, actor, nowMs }) {
    const operator = personOf(actor)
    const at = new Date(nowMs)
    const modelId = input.model_id
    await oneAtATime(client)
    const calibrationId = await knownCalibration(client, input, operator.name, at)
    const before = (await readActiveCalibration(client, modelId))?.id ?? ofTheModel
    const decision = { modelId, calibrationId, operator, at }
    const step = (await isProposedByAnother(client, decision, rules)) ? 'confirmed' : 'proposed'
    await client.query(
      `insert into face_calibration_decisions (model_id, calibration_id, step, decided_by, account, decided_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [modelId, calibrationId, step, operator.name, operator.account, at],
    )
    const id = calibrationId ?? ofTheModel
    const status = step === 'confirmed' ? ('effective' as const) : ('proposed' as const)
    return {
      result: { id, model_id: modelId, status } satisfies CalibrationActivated,
      entry: {
        subject: modelId,
        before: { calibration: before },
        after: { calibration: status === 'effective' ? id : before, proposed: id, step },
      },
    }
  },
})

/** Stores a calibration of a file. Null: that of the manifest. */
const knownCalibration = async (
  client: pg.ClientBase,
  { calibration, model_id: modelId }: CalibrationActivation,
  operator: string,
  at: Date,
): Promise<string | null> => {
  if (calibration === ofTheModel) return null
  const known = typeof calibration === 'string' ? await readCalibration(client, calibration) : calibration
  if (!known)
    throw new Refusal('face_calibration_not_found', `There is no calibration ${String(calibration)}.`)
  if (known.model_id !== modelId) {
    throw new Refusal(
      'face_calibration_invalid',
      `The calibration is of the recogniser ${known.model_id}. The installation uses ${modelId}.`,
    )
  }
  await client.query(
    `insert into face_calibrations (calibration_id, model_id, calibration, stored_by, stored_at)
     values ($1, $2, $3, $4, $5) on conflict (calibration_id) do nothing`,
    [known.id, modelId, known, operator, at],
  )
  return known.id
}

type Decision = { modelId: string; calibrationId: string | null; operator: Person; at: Date }

const isProposedByAnother = async (
  client: pg.ClientBase,
  { modelId, calibrationId, operator, at }: Decision,
  rules: SecondPersonRules,
): Promise<boolean> => {
  const { rows } = await client.query<Person>(
    `select distinct decided_by as name, account from ${waitingProposals} as proposal
     where model_id = $2 and calibration_id is not distinct from $3`,
    [at, modelId, calibrationId],
  )
  const faults = rows.map((first) => secondPersonFault(first, operator, rules))
  if (faults.includes(null)) return true
  if (faults.includes('second_account_required')) {
    throw new Refusal(
      'second_account_required',
      'The proposal was made from the same account of the operating system.',
    )
  }
  return false
}
