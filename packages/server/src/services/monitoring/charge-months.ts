import type { Clock } from '@nani/foundation/core/index.ts'
import {
  dayOf,
  defineFence,
  deleteInTurns,
  partitionedTables,
  withMissingPartition,
  withTryLock,
  writeChanges,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type Billing, isFundsExceeded, type Payer, readAllowances } from '../../money/billing/index.ts'

export type MonthsDependencies = {
  pool: pg.Pool
  clock: Clock
  billing: Pick<Billing, 'charge' | 'cover' | 'onSpent'>
}

/** A month in which a monitor ran, and that is not charged yet. */
type DueMonth = { monitor_id: string; month: string }

/** A page of monitors, and a group of months that share a statement. */
const pageSize = 1_000
/** More attempts than other calls can spend the money that was found in between. */
const maxCovers = 20

/** The month may be charged by one process, once. */
const chargedMonth = defineFence({
  name: 'charged_month',
  columns: { monitor_id: 'text', month: 'date' },
  opens: ({ application, changes, id, at, column, anyOf }) =>
    `update monitor_months m set charged_at = ${at}
     from ${changes}
     where m.application_id = ${application} and m.monitor_id = ${column.monitor_id} and m.month = ${column.month}
       and m.charged_at is null and m.monitor_id = ${anyOf(column.monitor_id)}
     returning ${id}`,
})

/**
 * Notes the monitors that run in this month, and charges each month that is due (spec/billing#monitored-months). What the
 * organization cannot pay now stays due. It stops no monitor.
 */
export const chargeMonths = (dependencies: MonthsDependencies): Promise<void> =>
  withTryLock(dependencies.pool, 'nani monitor months', async () => {
    const { rows } = await dependencies.pool.query<{ application_id: string; organization_id: string }>(
      // Most applications have no monitor, and need no statement of their own.
      `select application_id, organization_id from applications a
       where environment = 'production' and (
         exists (select from monitors m where m.application_id = a.application_id)
         or exists (select from monitor_months m where m.application_id = a.application_id and m.charged_at is null))
       order by application_id`,
    )
    for (const { application_id: applicationId, organization_id: organizationId } of rows)
      await chargeMonthsOf({ applicationId, organizationId }, dependencies)
  })

const chargeMonthsOf = async (payer: Payer, dependencies: MonthsDependencies): Promise<void> => {
  const { pool, clock } = dependencies
  await noteMonth(pool, payer.applicationId, monthOf(clock.now()))
  for (;;) {
    const due = await readDue(pool, payer.applicationId)
    if (due.length === 0 || !(await chargeDue(payer, due, dependencies))) return
  }
}

const monthOf = (atMs: number): string => `${dayOf(atMs).slice(0, 7)}-01`

/** A monitor that was stopped in this month ran in it too. */
const noteMonth = async (pool: pg.Pool, applicationId: string, month: string): Promise<void> => {
  for (let after: string | null = ''; after !== null; ) {
    const { rows }: { rows: { last: string | null }[] } = await pool.query({
      name: 'note-monitor-months',
      text: `with page as (
               select monitor_id, stopped_at from monitors
               where application_id = $1 and monitor_id > $3 order by monitor_id limit ${pageSize}
             ), noted as (
               insert into monitor_months (application_id, monitor_id, month)
               select $1, monitor_id, $2::date from page
               where stopped_at is null or stopped_at >= $2::date::timestamp at time zone 'UTC'
               on conflict do nothing
             )
             select max(monitor_id) as last from page`,
      values: [applicationId, month, after],
    })
    after = rows[0]?.last ?? null
  }
}

/** The oldest first. */
const readDue = async (pool: pg.Pool, applicationId: string): Promise<DueMonth[]> => {
  const { rows } = await pool.query<DueMonth>({
    name: 'read-due-months',
    text: `select monitor_id, month from monitor_months where application_id = $1 and charged_at is null
           order by month, monitor_id limit ${pageSize}`,
    values: [applicationId],
  })
  return rows
}

/** Charges what the funds cover, the oldest months first. Returns whether all of them were charged. */
const chargeDue = async (
  payer: Payer,
  due: readonly DueMonth[],
  dependencies: MonthsDependencies,
): Promise<boolean> => {
  const { billing, pool } = dependencies
  let months = due
  for (let attempt = 0; attempt < maxCovers && months.length > 0; attempt++) {
    const price = await writeCharges(payer, months, dependencies)
    if (price === null) {
      billing.onSpent(payer)
      return months.length === due.length
    }
    await billing.cover({ ...payer, amount: price * due.length, spends: true, partial: true })
    months = due.slice(0, Math.floor((await availableOf(pool, payer)) / price))
  }
  return false
}

const availableOf = async (pool: pg.Pool, { applicationId, organizationId }: Payer): Promise<number> => {
  const allowances = await readAllowances(pool, organizationId)
  const own = allowances.find((allowance) => allowance.applicationId === applicationId)
  if (own?.available === null) return Number.POSITIVE_INFINITY
  return own?.available ?? 0
}

/** Returns the price of a month that the allowance does not cover; null if the months were charged. */
const writeCharges = async (
  { applicationId, organizationId }: Payer,
  months: readonly DueMonth[],
  { billing, pool, clock }: MonthsDependencies,
): Promise<number | null> => {
  const atMs = clock.now()
  const { effect, amount } = billing.charge({
    ...{ organizationId, environment: 'production', item: 'monitor_month', mode: 'single', scopes: [], atMs },
  })
  const changes = months.map(({ monitor_id, month }) => ({
    id: `${monitor_id}/${month.slice(0, 7)}`,
    ...{ service: 'aml_screening', scopes: [], atMs },
    fence: chargedMonth({ monitor_id, month }),
    effects: [effect],
  }))
  try {
    await withMissingPartition(pool, () => writeChanges(pool, applicationId, changes))
    return null
  } catch (error) {
    if (isFundsExceeded(error)) return amount
    throw error
  }
}

/** Charged months are kept as long as their charges, which `nani billing prove` compares with them. */
const keptMs = partitionedTables.call_charges * 86_400_000

export const forgetChargedMonths = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  const statement = `delete from monitor_months where (application_id, monitor_id, month) in (
    select application_id, monitor_id, month from monitor_months where charged_at < $1 limit $2)`
  await deleteInTurns(ownerPool, statement, [new Date(nowMs - keptMs)])
}
