import type { Database } from '@nani/foundation/storage/index.ts'
import type { ModelBasis, ScorecardModel } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }

export const modelRoles = ['active', 'challenger'] as const
export type ModelRole = (typeof modelRoles)[number]

export type ModelVersion = {
  version: string
  stored_by: string
  stored_at: Date
  /** The roles that this version has now. */
  roles: ModelRole[]
  /** The roles for which a proposal waits for a second operator. */
  proposed: ModelRole[]
  /** What its probabilities rest on. */
  basis: ModelBasis
  /** Who accepted this generated model for production, and why. Empty: it is not accepted, or needs no acceptance. */
  accepted: { by: string; at: string; reason: string }[]
}

const confirmationHours = 24

/**
 * The proposals that still wait: no one declined them, their person is not disabled, and 24 hours are not over. $1: now. What takes the
 * role ends them, too.
 */
export const waitingProposals = `(select decision.* from credit_model_decisions decision
  where step = 'proposed' and decided_at > $1::timestamptz - interval '${confirmationHours} hours'
    and not exists (select from credit_model_declines declined where declined.decision_id = decision.decision_id)
    and not exists (select from operators where name = decided_by and disabled_at is not null))`

/** Stores the model of a release, so that its scores can be calculated again when a later release ships another one. */
export const storeReleaseModel = async (
  database: Database,
  model: ScorecardModel,
  at: Date,
): Promise<void> => {
  await database.query(
    `insert into credit_models (version, model, stored_by, stored_at) values ($1, $2, 'release', $3)
     on conflict (version) do nothing`,
    [model.version, model, at],
  )
}

/** A stored model. Null: there is no such version. */
export const readModelVersion = async (
  database: Database,
  version: string,
): Promise<ScorecardModel | null> => {
  const { rows } = await database.query<{ model: ScorecardModel }>(
    `select model from credit_models where version = $1`,
    [version],
  )
  return rows[0]?.model ?? null
}

export type RoleDecision = {
  version: string
  /** Whether operators accepted this version although it is generated. */
  isAccepted: boolean
}

/** Whether decisions count that one account made alone. They do in a demo, and not after it. */
export type CountedDecisions = { ofOneAccount: boolean }

/** The version of each role: the newest confirmed decision that counts. */
export const readRoles = async (
  database: Database,
  { ofOneAccount }: CountedDecisions,
): Promise<Partial<Record<ModelRole, RoleDecision>>> => {
  const { rows } = await database.query<RoleDecision & { role: ModelRole }>(
    `select distinct on (role) role, version, reason is not null as "isAccepted" from credit_model_decisions
     where step = 'confirmed' and (not by_one_account or $1) order by role, decision_id desc`,
    [ofOneAccount],
  )
  return Object.fromEntries(rows.map(({ role, ...decision }) => [role, decision]))
}

/** Every stored version, the newest first. */
export const listModels = async (
  database: Database,
  { now, ofOneAccount }: CountedDecisions & { now: Date },
): Promise<ModelVersion[]> => {
  const { rows } = await database.query<ModelVersion>(
    `with latest as (
       select distinct on (role) role, version, decision_id, decided_at, reason from credit_model_decisions
       where step = 'confirmed' and (not by_one_account or $2) order by role, decision_id desc),
     waiting as (
       select distinct role, version from ${waitingProposals} as decision
       where decision_id > coalesce(
           (select decision_id from latest where latest.role = decision.role), 0))
     select version, stored_by, stored_at,
       case when model ? 'recalibrated_on' then 'recalibrated'
         when model #>> '{trained_on,generated}' = 'false' then 'trained' else 'generated' end as basis,
       array(
         select json_build_object('by', decision.decided_by, 'at', decision.decided_at, 'reason', decision.reason)
         from credit_model_decisions as decision join latest using (role, version)
         where decision.version = credit_models.version and latest.reason is not null and decision.reason is not null
           and (not decision.by_one_account or $2)
           and not exists (select from credit_model_declines declined where declined.decision_id = decision.decision_id)
           and not exists (select from operators where name = decision.decided_by and disabled_at <= latest.decided_at)
           and decision.decision_id <= latest.decision_id
           and decision.decided_at > latest.decided_at - interval '${confirmationHours} hours'
         order by decision.decision_id) as accepted,
       array(select role from latest where latest.version = credit_models.version order by role) as roles,
       array(select role from waiting where waiting.version = credit_models.version order by role) as proposed
     from credit_models order by stored_at desc, version`,
    [now, ofOneAccount],
  )
  for (const row of rows) for (const one of row.accepted) one.at = new Date(one.at).toISOString()
  // Without a decision the model of the release scores.
  if (!rows.some(({ roles }) => roles.includes('active')))
    rows.find(({ version }) => version === shippedModel.version)?.roles.unshift('active')
  return rows
}
