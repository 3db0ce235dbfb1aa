import { type Actor, actorId, type Permission, Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type, { type TProperties } from 'typebox'
import { type ActContext, type ActEntry, type ActResult, needsOf } from '../../gateway/acts/index.ts'
import {
  announceEvents,
  closeContext,
  type InvoicingPlatform,
  type MoneyContext,
  openContext,
} from './money-transaction.ts'

/** An act on money names its organization. */
export type OfOrganization = { organization_id: string }

/** The input of an act on the money of an organization. */
export const moneyInput = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(
    { organization_id: Type.String({ minLength: 1, maxLength: 64 }), ...properties },
    { additionalProperties: false },
  )

/** A name of an object of billing: its id, or the number of an invoice. */
export const objectName = Type.String({ maxLength: 64 })
/** Millionths of the currency unit. The rules refuse values that an act does not allow. */
export const micros = Type.Number({ format: 'micros' })
/** A correction says why. The rules refuse an empty or a long reason with their own code. */
export const reasonText = Type.String()

/** Why a person approves. Each of two people gives an own reason. */
export const reasonOfApproval = { reason: Type.Optional(Type.String()) }

/** What operators do about money. */
export const byOperators: Permission = { operator: ['billing_officer', 'supervisor'], system: true }
/** What the organization may also do itself (spec/organizations#roles). */
export const byMembers: Permission = {
  operator: ['billing_officer', 'supervisor'],
  member: ['owner', 'financial_officer'],
  system: true,
}

const refusals = ['billing_object_not_found', 'billing_value_invalid', 'billing_conflict'] as const
const needs = needsOf<InvoicingPlatform>()

/** What the declarations of all acts on money have in common. */
export const actOnMoney = { needs, refusals }
export const actOfTwoPeople = {
  needs,
  refusals: [...refusals, 'second_account_required', 'changed_meanwhile'] as const,
}

export type Acting = MoneyContext & { actor: Actor }

/**
 * Performs an act while the wallet of its organization is locked. The events of the act reach the production applications of the
 * organization in the same transaction.
 */
export const withMoney = async <Result>(
  { client, actor, input, needs }: ActContext<OfOrganization, InvoicingPlatform, unknown>,
  change: (context: Acting) => Promise<{ result: Result; entry: ActEntry | null; refusal?: Refusal }>,
): Promise<ActResult<Result>> => {
  const organizationId = input.organization_id
  await requireOrganization(client, organizationId)
  const context = Object.assign(await openContext(client, organizationId, needs), { actor })
  const { result, entry, refusal } = await change(context)
  const informed = await closeContext(context)
  return {
    result,
    entry: { subject: organizationId, ...entry, organizationId },
    ...(refusal && { refusal }),
    afterCommit: () => announceEvents(needs, informed),
  }
}

/** Returns the name of the organization. */
export const requireOrganization = async (database: Database, organizationId: string): Promise<string> => {
  const { rows } = await database.query<{ name: string }>(
    'select name from organizations where organization_id = $1',
    [organizationId],
  )
  if (!rows[0]) throw new Refusal('billing_object_not_found', `There is no organization ${organizationId}.`)
  return rows[0].name
}

const maxReasonCharacters = 500

/** A correction says why, on the invoice or in the audit log. */
export const requireReason = (reason: string): void => {
  if (reason.trim() === '' || reason.length > maxReasonCharacters)
    throw new Refusal('billing_value_invalid', `The reason must have 1 to ${maxReasonCharacters} characters.`)
}

export const nameOf = (actor: Actor): string => actorId(actor)
