import type { Archive, ArchivedRow } from '@nani/foundation/archive/index.ts'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { readReferences } from '../../../calls/calls/index.ts'
import { requireAllRead } from '../../../gateway/acts/index.ts'
import { type Money, moneyOf, type PriceList, tierOf } from '../../billing/index.ts'
import { archivedDaysOfCharges, type DayIn } from '../archived-days.ts'
import type { InvoiceRow, LineRow } from '../billing-objects.ts'
import { databasesWithArchives, type ProvedPlatform } from '../money-transaction.ts'
import type { UsageGroup } from './charged-usage.ts'
import { partsOf } from './invoice-lines-of-usage.ts'
import { readInvoice, readLines } from './invoice-rows.ts'
import { priceListsById } from './post-usage.ts'

/** A call behind a line of an invoice. */
export type InvoicedCall = {
  id: string
  application_id: string
  charged_at: string
  /** Null: the call had none, or its result is past its retention. */
  reference: string | null
  /** The scopes whose records were returned, with what each of them cost. */
  scopes: { scope: string; tier: string; amount: Money }[]
  /** What the call adds to this line, and what it cost in all. */
  line_amount: Money
  amount: Money
}

type Group = UsageGroup & { application_id: string; before: number }
type ChargeRow = { result_id: string; charged_at: Date; scopes: string[]; amount: number }

const pageSize = 500

/**
 * The calls behind a line of a usage invoice, in pages. Charges are kept for 100 days, and in the archive for 400, so that
 * the calls of an older line are no longer known. Throws `history_incomplete` if calls are missing that may be in the archive of a
 * database that does not answer.
 */
export const readInvoiceCalls = async function* (
  platform: ProvedPlatform,
  organizationId: string,
  { invoice: name, position }: { invoice: string; position: number },
): AsyncGenerator<InvoicedCall[]> {
  const { pool } = platform
  const invoice = await readInvoice(pool, organizationId, name)
  const line = (await readLines(pool, invoice.invoice_id)).find((one) => one.position === position)
  if (!line || invoice.kind !== 'usage')
    throw new Refusal(
      'billing_object_not_found',
      `The invoice ${invoice.number} has no line ${position} of calls.`,
    )
  const lists = await priceListsById(pool)
  const resultsVault = platform.vaultFor('results')
  const archives = keptAnswer(() => archivesOf(platform, organizationId))
  for (const group of await groupsOf(pool, invoice)) {
    const list = lists.get(group.price_list_id) as PriceList
    const isOfLine = partsOf(group, list).some(
      ({ description, unitPrice }) => description === line.description && unitPrice === line.unit_price,
    )
    if (!isOfLine) continue
    for await (const rows of chargesOf(pool, archives, group)) {
      const ids = rows.map(({ result_id: id }) => id)
      const references = await readReferences({ pool, resultsVault }, group.application_id, ids)
      yield rows.map((row) => callOf(row, { group, list, line, invoice, references }))
    }
  }
}

/**
 * The usage behind an invoice. `before`: how many equal charges of the same day earlier postings had. A charge that was
 * committed late is on a later posting, and equal charges cannot be distinguished.
 */
const groupsOf = async (database: Database, { invoice_id: invoiceId }: InvoiceRow): Promise<Group[]> => {
  const { rows } = await database.query<Group>(
    `select u.application_id, u.day, u.item, u.mode, u.scopes, u.price_list_id, u.quantity, u.amount,
       (select coalesce(sum(e.quantity), 0)::bigint from billing_usage e
        where e.application_id = u.application_id and e.day = u.day and e.item = u.item and e.mode = u.mode
          and e.scopes = u.scopes and e.price_list_id = u.price_list_id
          and (e.posting_id, e.position) < (u.posting_id, u.position)) as before
     from billing_invoiced_usage v join billing_usage u on u.posting_id = v.posting_id and u.position = v.position
     where v.invoice_id = $1 order by u.day, u.application_id, u.posting_id, u.position`,
    [invoiceId],
  )
  return rows
}

/** The archived days of charges, and the databases whose days are not known at present. */
type Archives = { days: readonly DayIn[]; unread: readonly string[] }

const archivesOf = async (platform: ProvedPlatform, organizationId: string): Promise<Archives> => {
  const databases = databasesWithArchives(platform, organizationId)
  const { answers, unread } = await archivedDaysOfCharges(databases, platform.archive)
  return { days: answers.flatMap(({ answer }) => answer), unread }
}

/** `again`: a day may have been archived since it was asked. */
type AskArchives = (again?: boolean) => Promise<Archives>

/** An invoice of the last three months needs no archive. */
const keptAnswer = (ask: () => Promise<Archives>): AskArchives => {
  let asked: Promise<Archives> | null = null
  return (again = false) => {
    if (again || !asked) asked = ask()
    return asked
  }
}

/** The charges of a group, from the database or from an archive. */
const chargesOf = async function* (
  database: Database,
  archives: AskArchives,
  group: Group,
): AsyncGenerator<ChargeRow[]> {
  const end = group.before + group.quantity
  let seen = 0
  for await (const rows of allChargesOf(database, archives, group)) {
    const own = rows.slice(Math.max(0, group.before - seen), Math.max(0, end - seen))
    seen += rows.length
    if (own.length > 0) yield own
    if (seen >= end) return
  }
  requireAllRead((await archives()).unread)
}

/**
 * In the order of their results. A day that is archived while it is read continues in the archive. What a move left behind may be in the
 * archive of the database of before too: a charge that was read is left out.
 */
const allChargesOf = async function* (
  database: Database,
  archives: AskArchives,
  group: Group,
): AsyncGenerator<ChargeRow[]> {
  let after = ''
  const isNew = ({ result_id }: ChargeRow): boolean => result_id > after
  for await (const rows of storedChargesOf(database, group)) {
    yield rows
    after = rows.at(-1)?.result_id ?? after
  }
  const read = new Set<Archive>()
  for (const again of [false, true]) {
    const { days } = await archives(again)
    for (const { archive, day } of days.filter(
      (one) => one.day.day === group.day && !read.has(one.archive),
    )) {
      read.add(archive)
      for await (const found of archive.read(day, [group.application_id])) {
        const rows = rowsOf(found)
          .filter((row) => isOfGroup(row, group))
          .map((row) => ({ ...(row as unknown as ChargeRow), charged_at: new Date(String(row.charged_at)) }))
          .filter(isNew)
        yield rows
        after = rows.at(-1)?.result_id ?? after
      }
    }
  }
}

const rowsOf = (found: readonly ArchivedRow[]): NonNullable<ArchivedRow['row']>[] =>
  found.map(({ row }) => row).filter((row) => row !== null)

const isOfGroup = (
  row: Readonly<Record<string, unknown>>,
  { application_id, item, mode, scopes, price_list_id }: Group,
): boolean =>
  row.application_id === application_id &&
  row.item === item &&
  row.mode === mode &&
  row.price_list_id === price_list_id &&
  row.livemode === true &&
  Number(row.amount) > 0 &&
  JSON.stringify(row.scopes) === JSON.stringify(scopes)

const storedChargesOf = async function* (database: Database, group: Group): AsyncGenerator<ChargeRow[]> {
  const { application_id: applicationId, day, item, mode, scopes, price_list_id: listId } = group
  for (let after = ''; ; ) {
    const { rows } = await database.query<ChargeRow>({
      name: 'read-charges-of-group',
      text: `select result_id, charged_at, scopes, amount from call_charges
             where application_id = $1 and day = $2 and item = $3 and mode = $4 and scopes = $5 and price_list_id = $6
               and livemode and amount > 0 and result_id > $7
             order by result_id limit ${pageSize}`,
      values: [applicationId, day, item, mode, scopes, listId, after],
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.result_id
  }
}

type Around = {
  group: Group
  list: PriceList
  line: LineRow
  invoice: InvoiceRow
  references: ReadonlyMap<string, string>
}

const callOf = (
  { result_id, charged_at, scopes, amount }: ChargeRow,
  { group, list, line, invoice, references }: Around,
): InvoicedCall => {
  const money = (micros: number) => moneyOf(micros, invoice.currency)
  const parts = partsOf({ ...group, quantity: 1, amount }, list)
  const ofLine = parts.filter(({ description }) => description === line.description)
  return {
    id: result_id,
    application_id: group.application_id,
    charged_at: rfc3339(charged_at.getTime()),
    reference: references.get(result_id) ?? null,
    scopes: scopes.map((scope) => {
      const tier = tierOf(scope)
      return { scope, tier, amount: money(list.prices.tiers[tier]) }
    }),
    line_amount: money(ofLine.reduce((sum, part) => sum + part.amount, 0)),
    amount: money(amount),
  }
}
