import { basicScope, type Purpose, type Scope, scopeCatalogue } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ActNeeds, homeIn } from '../../../gateway/acts/index.ts'
import { inHome } from '../../../register/register-outbox/index.ts'
import type { OwnApplicationRow } from './application-object.ts'

type Approved = Pick<OwnApplicationRow, 'environment' | 'approved_scopes' | 'approved_purposes'>

/** Sensitive and Biometric scopes of production need an approval that names them (spec/organizations#extent-of-an-approval). */
const needsApproval = (scope: Scope): boolean =>
  ['sensitive', 'biometric'].includes(scopeCatalogue[scope].tier)

/** Of the selected scopes, those that calls may use now. */
export const scopesInForce = (
  selected: readonly Scope[],
  { environment, approved_scopes }: Approved,
): Scope[] =>
  selected.filter(
    (scope) => environment === 'sandbox' || !needsApproval(scope) || approved_scopes.includes(scope),
  )

/** In production, a purpose needs an approval that names it. */
export const purposesInForce = (
  selected: readonly Purpose[],
  { environment, approved_purposes }: Approved,
): Purpose[] => selected.filter((purpose) => environment === 'sandbox' || approved_purposes.includes(purpose))

type Selection = Pick<OwnApplicationRow, 'scopes' | 'purposes' | 'selected_scopes' | 'selected_purposes'>

/**
 * What stays in force where nothing is approved any more. The selection stays, so that a later review can name it again.
 */
export const withoutApproval = ({ environment, ...before }: Selection & Pick<Approved, 'environment'>) => {
  const none = { environment, approved_scopes: [], approved_purposes: [] }
  const selected_scopes = before.selected_scopes ?? before.scopes
  const selected_purposes = before.selected_purposes ?? before.purposes
  return {
    scopes: scopesInForce(selected_scopes, none),
    purposes: purposesInForce(selected_purposes, none),
    ...{ selected_scopes, selected_purposes },
  }
}

/** The scopes that applications of an organization may select. The basic scope needs no subscription. */
const selectableScopes = async (client: Database, organizationId: string): Promise<Set<Scope>> => {
  const { rows } = await client.query<{ scope: Scope }>(
    'select scope from organization_subscriptions where organization_id = $1',
    [organizationId],
  )
  return new Set<Scope>([basicScope, ...rows.map(({ scope }) => scope)])
}

/**
 * Of the scopes of a review, those that an approval may name. A subscription that ended during the review took its scope from the
 * application. An approval of it would put the scope in force without a review when it is subscribed again.
 */
export const approvableScopes = async (
  needs: Pick<ActNeeds, 'cell'>,
  client: pg.PoolClient,
  {
    organization_id,
    scopes,
    selected_scopes,
  }: Pick<OwnApplicationRow, 'organization_id' | 'scopes' | 'selected_scopes'>,
  reviewed: readonly Scope[],
): Promise<Scope[]> => {
  const subscribed = await inHome(homeIn(needs), client, (home) => selectableScopes(home, organization_id))
  return reviewed.filter((scope) => subscribed.has(scope) || (selected_scopes ?? scopes).includes(scope))
}

/** A scope that is not subscribed cannot be selected. The caller holds the lock of the organization. */
export const requireSubscribed = async (
  client: Database,
  organizationId: string,
  selected: readonly Scope[],
): Promise<void> => {
  const subscribed = await selectableScopes(client, organizationId)
  const missing = selected.filter((scope) => !subscribed.has(scope))
  if (missing.length > 0)
    throw new Refusal('value_invalid', `The organization has not subscribed ${missing.join(', ')}.`, {
      context: { field: 'scopes' },
      next: 'Subscribe the scope first.',
    })
}
