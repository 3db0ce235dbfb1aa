import {
  OperatorError,
  type Person,
  personOf,
  type SecondPersonRules,
  secondPersonFault,
} from '@nani/foundation/core/index.ts'
import { loadModel, type ScorecardModel } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import type pg from 'pg'
import { type ActPlatform, changeCase } from '../../app/audit/index.ts'
import { confirmationHours, type ModelRole, readModelVersion, storeReleaseModel } from './model-versions.ts'

export type Activation = {
  /** A model to store first, or the version of a stored one. */
  model: ScorecardModel | string
  role: ModelRole
}

export type ActivationResult = { version: string; role: ModelRole; status: 'proposed' | 'effective' }

type Platform = ActPlatform & SecondPersonRules

/** Proposes a version for a role, or confirms the proposal of another operator. */
export const activateModel = changeCase({
  action: 'credit_models.activate',
  permission: { operator: ['supervisor'] },
  change: async (client, { model, role }: Activation, { clock, ...rules }: Platform, actor) => {
    const operator = personOf(actor)
    const at = new Date(clock.now())
    const version = typeof model === 'string' ? model : await store(client, model, operator.name, at)
    const step = await decide(client, { version, role, operator, at, reason: null }, rules)
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
export const acceptGeneratedModel = changeCase({
  action: 'credit_models.accept_generated',
  permission: { operator: ['supervisor'] },
  change: async (client, input: { reason: string }, { clock, ...rules }: Platform, actor) => {
    const reason = input.reason.trim()
    if (reason === '')
      throw new OperatorError('reason_required', 'The acceptance of a generated model needs a reason.')
    const at = new Date(clock.now())
    const { version } = shippedModel
    await storeReleaseModel(client, shippedModel as unknown as ScorecardModel, at)
    const decision = { version, role: 'active' as const, operator: personOf(actor), at, reason }
    const step = await decide(client, decision, rules)
    return {
      result: resultOf(version, 'active', step),
      entry: { subject: version, before: null, after: { role: 'active', step, reason } },
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

const decide = async (client: pg.ClientBase, decision: Decision, rules: SecondPersonRules): Promise<Step> => {
  const { version, role, operator, at, reason } = decision
  // One decision at a time: two operators at once are a proposal and its confirmation, in some order.
  await client.query(`select pg_advisory_xact_lock(hashtext('credit_model_decisions'))`)
  if (!(await readModelVersion(client, version))) {
    throw new OperatorError('credit_model_not_found', `There is no model ${version}.`)
  }
  const step = (await isProposedByAnother(client, decision, rules)) ? 'confirmed' : 'proposed'
  await client.query(
    `insert into credit_model_decisions (version, role, step, decided_by, decided_at, account, reason)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [version, role, step, operator.name, at, operator.account, reason],
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
    throw new OperatorError('file_unusable', 'The model reads columns that the credit records do not have.')
  }
  await client.query(
    `insert into credit_models (version, model, stored_by, stored_at) values ($1, $2, $3, $4)
     on conflict (version) do nothing`,
    [model.version, model, operator, at],
  )
  return model.version
}

/**
 * A proposal is open until it is confirmed, until 24 hours are over, or until another version takes the role. A plain
 * activation never confirms a proposal to accept a generated model, or the reverse.
 */
const isProposedByAnother = async (
  client: pg.ClientBase,
  { version, role, operator, at, reason }: Decision,
  rules: SecondPersonRules,
): Promise<boolean> => {
  const { rows } = await client.query<{ decided_by: string; account: string | null }>(
    `select distinct decided_by, account from credit_model_decisions as proposal
     where version = $1 and role = $2 and step = 'proposed' and (reason is not null) = $5
       and decided_at > $3::timestamptz - make_interval(hours => $4)
       and not exists (
         select 1 from credit_model_decisions as later
         where later.role = $2 and later.step = 'confirmed' and later.decision_id > proposal.decision_id)`,
    [version, role, at, confirmationHours, reason !== null],
  )
  const faults = rows.map(({ decided_by: name, account }) =>
    secondPersonFault({ name, account }, operator, rules),
  )
  if (faults.includes(null)) return true
  if (faults.includes('second_account_required'))
    throw new OperatorError(
      'second_account_required',
      'The proposal was made from the same account of the operating system.',
    )
  return false
}
