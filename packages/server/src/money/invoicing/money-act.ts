import { type Actor, actorId, OperatorError, type Permission } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ActEntry, useCase, writeAct } from '../../app/audit/index.ts'
import {
  announceEvents,
  closeContext,
  type InvoicingPlatform,
  type MoneyContext,
  openContext,
} from './money-transaction.ts'

/** An act names the organization whose money it is about. */
export type OfOrganization = { organizationId: string }

export type MoneyAct<Input, Result> = {
  (actor: Actor, input: Input, platform: InvoicingPlatform): Promise<Result>
  readonly action: string
  readonly permission: Permission
}

type Definition<Input, Result, Prepared> = {
  action: string
  permission: Permission
  /** Reads what takes long, before the wallet is locked. */
  prepare?(input: Input, platform: InvoicingPlatform): Promise<Prepared>
  change(
    context: MoneyContext & { actor: Actor },
    input: Input,
    prepared: Prepared,
  ): Promise<{ result: Result; entry: ActEntry | null }>
}

/** What operators do about money. */
export const byOperators: Permission = { operator: ['billing_officer'], system: true }
/** What the organization may also do itself (spec/organizations#roles). */
export const byMembers: Permission = {
  operator: ['billing_officer'],
  member: ['owner', 'financial_officer'],
  system: true,
}

/**
 * An act on the money of an organization: one transaction that holds the lock of its wallet, with its entry in the audit log
 * and its events. A member acts for the own organization only.
 */
export const moneyAct = <Input extends OfOrganization, Result, Prepared = undefined>({
  action,
  permission,
  prepare,
  change,
}: Definition<Input, Result, Prepared>): MoneyAct<Input, Result> => {
  const run = async (actor: Actor, input: Input, platform: InvoicingPlatform): Promise<Result> => {
    requireOwnOrganization(actor, input, action)
    let applicationIds: readonly string[] = []
    const perform = useCase<Input, InvoicingPlatform, Result>({
      action,
      permission,
      async perform(_input, { pool }, record) {
        const prepared = (await prepare?.(input, platform)) as Prepared
        return inTransaction(pool, async (client) => {
          const { result, entry, informed } = await inContext(
            client,
            { actor, input, platform },
            (context, given) => change(context, given, prepared),
          )
          applicationIds = informed
          return record(client, entry ?? { subject: input.organizationId }, result)
        })
      },
    })
    const result = await perform(actor, input, platform).catch(async (error: unknown) => {
      await recordRefusedPerson(error, { actor, action, input, platform })
      throw error
    })
    await announceEvents(platform, applicationIds)
    return result
  }
  return Object.assign(run, { action, permission })
}

/** Someone tried to be both people. The act is rolled back, and the attempt stays in the audit log. */
const recordRefusedPerson = async (
  error: unknown,
  { actor, action, input, platform }: Attempt,
): Promise<void> => {
  if (!(error instanceof OperatorError) || error.code !== 'second_account_required') return
  const atMs = platform.clock.now()
  const entry = { subject: input.organizationId, after: { refused: error.code } }
  await writeAct(platform.pool, { ...entry, actor, action, atMs })
}

type Attempt = { actor: Actor; action: string; input: OfOrganization; platform: InvoicingPlatform }

const inContext = async <Input extends OfOrganization, Result>(
  client: pg.PoolClient,
  { actor, input, platform }: { actor: Actor; input: Input; platform: InvoicingPlatform },
  change: (
    context: MoneyContext & { actor: Actor },
    input: Input,
  ) => Promise<{ result: Result; entry: ActEntry | null }>,
) => {
  await requireOrganization(client, input.organizationId)
  const context = Object.assign(await openContext(client, input.organizationId, platform), { actor })
  const done = await change(context, input)
  return { ...done, informed: await closeContext(context) }
}

/** Returns the name of the organization. */
export const requireOrganization = async (
  database: Pick<pg.ClientBase, 'query'>,
  organizationId: string,
): Promise<string> => {
  const { rows } = await database.query<{ name: string }>(
    'select name from organizations where organization_id = $1',
    [organizationId],
  )
  if (!rows[0])
    throw new OperatorError('billing_object_not_found', `There is no organization ${organizationId}.`)
  return rows[0].name
}

/** A member acts for the own organization only. */
export const requireOwnOrganization = (
  actor: Actor,
  { organizationId }: OfOrganization,
  action: string,
): void => {
  if (actor.kind === 'member' && actor.organizationId !== organizationId)
    throw new OperatorError('not_permitted', `${action} is not permitted for another organization.`)
}

const maxReasonCharacters = 500

/** A correction says why, on the invoice or in the audit log. */
export const requireReason = (reason: string): void => {
  if (reason.trim() === '' || reason.length > maxReasonCharacters)
    throw new OperatorError(
      'billing_value_invalid',
      `The reason must have 1 to ${maxReasonCharacters} characters.`,
    )
}

export const nameOf = (actor: Actor): string => actorId(actor)
