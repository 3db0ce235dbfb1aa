import type { Archive, ArchivedDay } from '@nani/foundation/archive/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'

type Contradiction = { subject: string; difference: string }
type Group = { application_id: string; item: string; mode: string; scopes: string[]; price_list_id: string }
type Sum = { quantity: number; amount: number }

export const archivedChargesCheck = 'every archived charge is in the usage of its day'

const keyOf = ({ application_id, item, mode, scopes, price_list_id }: Group): string =>
  JSON.stringify([application_id, item, mode, scopes, price_list_id])

/** Compares the charges of archived days with the ledger. A whole day is archived only when the ledger has all of it. */
export const contradictionsOfArchive = async (
  database: Database,
  organizationId: string,
  archive: Archive,
): Promise<Contradiction[]> => {
  const { rows } = await database.query<{ application_id: string }>(
    'select application_id from billing_allowances where organization_id = $1',
    [organizationId],
  )
  const applications = rows.map(({ application_id }) => application_id)
  const found: Contradiction[] = []
  for (const day of await archive.steadily(() => archive.daysOf('call_charges')))
    found.push(...(await contradictionsOfDay(database, archive, day, applications)))
  return found
}

const contradictionsOfDay = async (
  database: Database,
  archive: Archive,
  day: ArchivedDay,
  applications: readonly string[],
): Promise<Contradiction[]> => {
  const charged = await sumsOfArchive(archive, day, applications)
  const { rows } = await database.query<Group & Sum>(
    `select application_id, item, mode, scopes, price_list_id, sum(quantity)::bigint as quantity,
       sum(amount)::bigint as amount
     from billing_usage where day = $1 and application_id = any($2)
     group by application_id, item, mode, scopes, price_list_id`,
    [day.day, applications],
  )
  const used = new Map(rows.map((row) => [keyOf(row), row]))
  return [...new Set([...charged.keys(), ...used.keys()])].flatMap((key) => {
    const one = charged.get(key)
    const other = used.get(key)
    if (one?.quantity === other?.quantity && one?.amount === other?.amount) return []
    const [application, item] = JSON.parse(key) as [string, string]
    const difference = String((other?.amount ?? 0) - (one?.amount ?? 0))
    return [{ subject: `${application} ${day.day} ${item}`, difference }]
  })
}

const sumsOfArchive = async (
  archive: Archive,
  day: ArchivedDay,
  applications: readonly string[],
): Promise<Map<string, Sum>> => {
  const sums = new Map<string, Sum>()
  if (applications.length === 0) return sums
  for await (const found of archive.read(day, applications))
    for (const { row } of found) {
      const charge = row as (Group & { livemode: boolean; amount: number }) | null
      if (!charge?.livemode || charge.amount === 0) continue
      const { quantity, amount } = sums.get(keyOf(charge)) ?? { quantity: 0, amount: 0 }
      sums.set(keyOf(charge), { quantity: quantity + 1, amount: amount + charge.amount })
    }
  return sums
}
