import { loadModel, type ScorecardModel } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import type pg from 'pg'
import { type ActPlatform, changeCase } from '../audit/index.ts'
import {
  OperatorError,
  type Person,
  personOf,
  type SecondPersonRules,
  secondPersonFault,
} from '../core/index.ts'

export type ModelRole = 'active' | 'challenger'

export type ModelVersion = {
  version: string
  stored_by: string
  stored_at: Date
  /** The roles that this version has now. */
  roles: ModelRole[]
  /** The roles for which a proposal waits for a second operator. */
  proposed: ModelRole[]
}

export type Activation = {
  /** A model to store first, or the version of a stored one. */
  model: ScorecardModel | string
  role: ModelRole
}

export type ActivationResult = { version: string; role: ModelRole; status: 'proposed' | 'effective' }

const confirmationHours = 24

/** Proposes a version for a role, or confirms the proposal of another operator. */
export const activateModel = changeCase({
  action: 'credit_models.activate',
  permission: { operator: ['supervisor'] },
  change: async (client, input: Activation, { clock, ...rules }: ActPlatform & SecondPersonRules, actor) => {
    const { role } = input
    const operator = personOf(actor)
    const at = new Date(clock.now())
    // One decision at a time: two operators at once are a proposal and its confirmation, in some order.
    await client.query(`select pg_advisory_xact_lock(hashtext('credit_model_decisions'))`)
    const version =
      typeof input.model === 'string' ? input.model : await store(client, input.model, operator.name, at)
    if (!(await readModelVersion(client, version))) {
      throw new OperatorError('credit_model_not_found', `There is no model ${version}.`)
    }
    const step = (await isProposedByAnother(client, { version, role, operator, at }, rules))
      ? 'confirmed'
      : 'proposed'
    await client.query(
      `insert into credit_model_decisions (version, role, step, decided_by, decided_at, account)
       values ($1, $2, $3, $4, $5, $6)`,
      [version, role, step, operator.name, at, operator.account],
    )
    const result: ActivationResult = {
      version,
      role,
      status: step === 'confirmed' ? 'effective' : 'proposed',
    }
    return { result, entry: { subject: version, before: null, after: { role, step } } }
  },
})

/** Stores the model of a release, so that its scores can be calculated again when a later release ships another one. */
export const storeReleaseModel = async (
  database: Pick<pg.ClientBase, 'query'>,
  model: ScorecardModel,
  at: Date,
): Promise<void> => {
  await database.query(
    `insert into credit_models (version, model, stored_by, stored_at) values ($1, $2, 'release', $3)
     on conflict (version) do nothing`,
    [model.version, model, at],
  )
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

type Proposal = { version: string; role: ModelRole; operator: Person; at: Date }

/** A proposal is open until it is confirmed, until 24 hours are over, or until another version takes the role. */
const isProposedByAnother = async (
  client: pg.ClientBase,
  { version, role, operator, at }: Proposal,
  rules: SecondPersonRules,
): Promise<boolean> => {
  const { rows } = await client.query<{ decided_by: string; account: string | null }>(
    `select distinct decided_by, account from credit_model_decisions as proposal
     where version = $1 and role = $2 and step = 'proposed'
       and decided_at > $3::timestamptz - make_interval(hours => $4)
       and not exists (
         select 1 from credit_model_decisions as later
         where later.role = $2 and later.step = 'confirmed' and later.decision_id > proposal.decision_id)`,
    [version, role, at, confirmationHours],
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

/** A stored model. Null: there is no such version. */
export const readModelVersion = async (
  database: Pick<pg.ClientBase, 'query'>,
  version: string,
): Promise<ScorecardModel | null> => {
  const { rows } = await database.query<{ model: ScorecardModel }>(
    `select model from credit_models where version = $1`,
    [version],
  )
  return rows[0]?.model ?? null
}

/** The version of each role: the newest confirmed decision. */
export const readRoles = async (
  database: Pick<pg.ClientBase, 'query'>,
): Promise<Partial<Record<ModelRole, string>>> => {
  const { rows } = await database.query<{ role: ModelRole; version: string }>(
    `select distinct on (role) role, version from credit_model_decisions
     where step = 'confirmed' order by role, decision_id desc`,
  )
  return Object.fromEntries(rows.map(({ role, version }) => [role, version]))
}

/** Every stored version, the newest first. */
export const listModels = async (
  database: Pick<pg.ClientBase, 'query'>,
  now: Date,
): Promise<ModelVersion[]> => {
  const { rows } = await database.query<ModelVersion>(
    `with latest as (
       select distinct on (role) role, version, decision_id from credit_model_decisions
       where step = 'confirmed' order by role, decision_id desc),
     waiting as (
       select distinct role, version from credit_model_decisions as decision
       where step = 'proposed' and decided_at > $1::timestamptz - make_interval(hours => $2)
         and decision_id > coalesce(
           (select decision_id from latest where latest.role = decision.role), 0))
     select version, stored_by, stored_at,
       array(select role from latest where latest.version = credit_models.version order by role) as roles,
       array(select role from waiting where waiting.version = credit_models.version order by role) as proposed
     from credit_models order by stored_at desc, version`,
    [now, confirmationHours],
  )
  // Without a decision the model of the release scores.
  if (!rows.some(({ roles }) => roles.includes('active')))
    rows.find(({ version }) => version === shippedModel.version)?.roles.unshift('active')
  return rows
}
