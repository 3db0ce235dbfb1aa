import {
  type Person,
  personOf,
  Refusal,
  type SecondPersonRules,
  secondPersonFault,
} from '@nani/foundation/core/index.ts'
import { loadModel, type ScorecardModel } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActNeeds, defineAct, needsOf, reasonOfOperator } from '../../gateway/acts/index.ts'
import {
  type ModelRole,
  modelRoles,
  readModelVersion,
  storeReleaseModel,
  waitingProposals,
} from './model-versions.ts'

const activationResult = Type.Object({
  version: Type.String(),
  role: Type.Enum([...modelRoles]),
  status: Type.Enum(['proposed', 'effective']),
})
export type ActivationResult = Static<typeof activationResult>

type DecisionNeeds = ActNeeds & SecondPersonRules

/** Proposes a version for a role, or confirms the proposal of another operator. */
export const activateModel = defineAct({
  name: 'credit_models.activate',
  sentence: { en: 'Activates a credit model', fr: 'Active un modèle de crédit' },
  actors: { operator: ['supervisor'] },
  /** A model to store first, or the version of a stored one. */
  input: Type.Object(
    { model: Type.Unsafe<ScorecardModel | string>({}), role: Type.Enum([...modelRoles]) },
    { additionalProperties: false },
  ),
  output: activationResult,
  needs: needsOf<DecisionNeeds>(),
  secondPerson: true,
  refusals: ['credit_model_not_found', 'file_unusable', 'second_account_required'],
  async perform({ client, input: { model, role }, needs, actor, nowMs }) {
    const operator = personOf(actor)
    const at = new Date(nowMs)
    const version = typeof model === 'string' ? model : await store(client, model, operator.name, at)
    const step = await decide(client, { version, role, operator, at, reason: null }, needs)
    return {
      result: resultOf(version, role, step),
      entry: { subject: version, before: null, after: { role, step } },
    }
  },
})

/**
 * Accepts the generated model of this release for scores in production, and makes it the active one
 * (spec/credit#model-of-production). An acceptance names its version: another generated model needs another one.
 */
export const acceptGeneratedModel = defineAct({
  name: 'credit_models.accept_generated',
  sentence: { en: 'Accepts the generated credit model', fr: 'Accepte le modèle de crédit généré' },
  actors: { operator: ['supervisor'] },
  input: Type.Object({ reason: Type.String() }, { additionalProperties: false }),
  output: activationResult,
  needs: needsOf<DecisionNeeds>(),
  secondPerson: true,
  refusals: ['reason_required', 'second_account_required'],
  async perform({ client, input, needs, actor, nowMs }) {
    const reason = input.reason.trim()
    if (reason === '')
      throw new Refusal('reason_required', 'The acceptance of a generated model needs a reason.')
    const at = new Date(nowMs)
    const { version } = shippedModel
    await storeReleaseModel(client, shippedModel as unknown as ScorecardModel, at)
    const decision = { version, role: 'active' as const, operator: personOf(actor), at, reason }
    const step = await decide(client, decision, needs)
    return {
      result: resultOf(version, 'active', step),
      entry: { subject: version, before: null, after: { role: 'active', step, reason } },
    }
  },
})

/** The second person does not agree. The first one may take the proposal back. */
export const declineModel = defineAct({
  name: 'credit_models.decline',
  sentence: { en: 'Declines a proposed credit model', fr: 'Refuse un modèle de crédit proposé' },
  actors: { operator: ['supervisor'] },
  input: Type.Object(
    { version: Type.String({ maxLength: 200 }), role: Type.Enum([...modelRoles]), reason: reasonOfOperator },
    { additionalProperties: false },
  ),
  output: Type.Object({
    version: Type.String(),
    role: Type.Enum([...modelRoles]),
    status: Type.Literal('declined'),
  }),
  needs: needsOf<DecisionNeeds>(),
  refusals: ['credit_model_not_proposed'],
  async perform({ client, input: { version, role, reason }, needs, actor, nowMs }) {
    const { name, account } = personOf(actor)
    await oneAtATime(client)
    const { rows } = await client.query<{ decided_by: string }>(
      `with declined as (
         insert into credit_model_declines (decision_id, declined_by, account, reason, declined_at)
         select decision_id, $5, $6, $7, $1 from ${openProposals} as proposal returning decision_id)
       select decided_by from credit_model_decisions join declined using (decision_id) order by decision_id`,
      [new Date(nowMs), version, role, needs.oneAccountMayBeTwo, name, account, reason],
    )
    const proposedBy = rows.map(({ decided_by }) => decided_by)
    if (proposedBy.length === 0)
      throw new Refusal(
        'credit_model_not_proposed',
        `Nothing is proposed for the model ${version} as ${role}.`,
      )
    return {
      result: { version, role, status: 'declined' as const },
      entry: {
        subject: version,
        before: null,
        after: { role, step: 'declined', proposed_by: proposedBy, reason },
      },
    }
  },
})

type Step = 'proposed' | 'confirmed'

const resultOf = (version: string, role: ModelRole, step: Step): ActivationResult => ({
  version,
  role,
  status: step === 'confirmed' ? 'effective' : 'proposed',
})

type Decision = {
  version: string
  role: ModelRole
  operator: Person
  at: Date
  /** Why a generated model is accepted. Null: the decision accepts none. */
  reason: string | null
}

/** Two operators at once are a proposal and its confirmation, in some order. */
const oneAtATime = (client: pg.ClientBase) =>
  client.query(`select pg_advisory_xact_lock(hashtext('credit_model_decisions'))`)

const decide = async (client: pg.ClientBase, decision: Decision, rules: SecondPersonRules): Promise<Step> => {
  const { version, role, operator, at, reason } = decision
  await oneAtATime(client)
  if (!(await readModelVersion(client, version))) {
    throw new Refusal('credit_model_not_found', `There is no model ${version}.`)
  }
  const first = await proposerOf(client, decision, rules)
  const step = first === null ? 'proposed' : 'confirmed'
  await client.query(
    `insert into credit_model_decisions (version, role, step, decided_by, decided_at, account, reason, by_one_account)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [version, role, step, operator.name, at, operator.account, reason, first === 'one_account'],
  )
  return step
}

const store = async (
  client: pg.ClientBase,
  model: ScorecardModel,
  operator: string,
  at: Date,
): Promise<string> => {
  if (!loadModel(model).readsRecords) {
    throw new Refusal('file_unusable', 'The model reads columns that the credit records do not have.')
  }
  await client.query(
    `insert into credit_models (version, model, stored_by, stored_at) values ($1, $2, $3, $4)
     on conflict (version) do nothing`,
    [model.version, model, operator, at],
  )
  return model.version
}

/** Who proposed what a person confirms now: another account, or in a demo the same account under another name. */
type Proposer = 'other_account' | 'one_account'

/** $2: the version, $3: the role, $4: whether decisions of one account count. */
const openProposals = `(select * from ${waitingProposals} as proposal
  where version = $2 and role = $3 and not exists (
    select from credit_model_decisions as later
    where later.role = $3 and later.step = 'confirmed' and later.decision_id > proposal.decision_id
      and (not later.by_one_account or $4)))`

const strict: SecondPersonRules = { oneAccountMayBeTwo: false }

/**
 * A plain activation never confirms a proposal to accept a generated model, or the reverse. Null: no other person has
 * proposed.
 */
const proposerOf = async (
  client: pg.ClientBase,
  { version, role, operator, at, reason }: Decision,
  rules: SecondPersonRules,
): Promise<Proposer | null> => {
  const { rows } = await client.query<{ decided_by: string; account: string | null }>(
    `select distinct decided_by, account from ${openProposals} as proposal where (reason is not null) = $5`,
    [at, version, role, rules.oneAccountMayBeTwo, reason !== null],
  )
  const faultsBy = (applied: SecondPersonRules) =>
    rows.map(({ decided_by: name, account }) => secondPersonFault({ name, account }, operator, applied))
  const faults = faultsBy(strict)
  if (faults.includes(null)) return 'other_account'
  if (faultsBy(rules).includes(null)) return 'one_account'
  if (faults.includes('second_account_required'))
    throw new Refusal(
      'second_account_required',
      'The proposal was made from the same account of the operating system.',
    )
  return null
}
