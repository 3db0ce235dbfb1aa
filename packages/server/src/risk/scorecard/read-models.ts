import { Refusal, type SecondPersonRules } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import { type ActNeeds, defineReading, needsOf, type ReadingContext } from '../../gateway/acts/index.ts'
import { listModels, type ModelVersion, modelRoles, readModelVersion } from './model-versions.ts'

const roles = Type.Array(Type.Enum([...modelRoles]))
const listedModel = Type.Object({
  version: Type.String(),
  stored_by: Type.String(),
  stored_at: Type.String(),
  roles,
  proposed: roles,
  basis: Type.Enum(['generated', 'trained', 'recalibrated']),
  accepted: Type.Array(Type.Object({ by: Type.String(), at: Type.String(), reason: Type.String() })),
})
type ListedModel = Static<typeof listedModel>

/** In a demo, decisions count that one account made alone. */
type Needs = ActNeeds & Pick<SecondPersonRules, 'oneAccountMayBeTwo'>
const declared = {
  actors: { operator: ['supervisor', 'auditor'] },
  needs: needsOf<Needs>(),
} as const

const readModels = async ({ pool, needs, nowMs }: ReadingContext<unknown, Needs>): Promise<ListedModel[]> => {
  const models = await listModels(pool, { now: new Date(nowMs), ofOneAccount: needs.oneAccountMayBeTwo })
  return models.map((model) => ({ ...model, stored_at: model.stored_at.toISOString() }))
}

/** Whether production may score with it. A demo of production scores with any model. */
const isReady = ({ basis, accepted }: Pick<ModelVersion, 'basis' | 'accepted'>): boolean =>
  basis !== 'generated' || accepted.length > 0

/** Every stored version of the credit model, the newest first, and whether production may score. */
export const readCreditModels = defineReading({
  ...declared,
  name: 'credit_models.list',
  sentence: { en: 'Lists the credit models', fr: 'Liste les modèles de crédit' },
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ production_ready: Type.Boolean(), data: Type.Array(listedModel) }),
  async read(context) {
    const data = await readModels(context)
    return { production_ready: data.some((one) => one.roles.includes('active') && isReady(one)), data }
  },
})

/** One version, or the active one: the data that it rests on, and the people who accepted it. */
export const showCreditModel = defineReading({
  ...declared,
  name: 'credit_models.show',
  sentence: { en: 'Shows a credit model', fr: 'Montre un modèle de crédit' },
  input: Type.Object(
    { version: Type.Optional(Type.String({ maxLength: 200 })) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...listedModel.properties,
    production_ready: Type.Boolean(),
    trained_on: Type.Unsafe<NonNullable<StoredModel>['trained_on']>(Type.Object({})),
    recalibrated_on: Type.Unsafe<NonNullable<NonNullable<StoredModel>['recalibrated_on']> | null>({}),
    metrics: Type.Unsafe<NonNullable<StoredModel>['metrics']>(Type.Object({})),
  }),
  refusals: ['credit_model_not_found'],
  async read(context) {
    const { version } = context.input
    const models = await readModels(context)
    const entry = models.find((one) => (version ? one.version === version : one.roles.includes('active')))
    const model = entry && (await readModelVersion(context.pool, entry.version))
    if (!entry || !model)
      throw new Refusal('credit_model_not_found', `There is no model ${version ?? 'in use'}.`)
    const { trained_on, recalibrated_on = null, metrics } = model
    return { ...entry, production_ready: isReady(entry), trained_on, recalibrated_on, metrics }
  },
})

type StoredModel = Awaited<ReturnType<typeof readModelVersion>>
