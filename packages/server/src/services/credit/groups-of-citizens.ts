import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import { pseudonym } from '../../app/audit/index.ts'

/** What adverse impact is measured by. It is read here, and never for a score. */
export type CitizenGroups = { gender: string; province: string | null }

type Row = { svc_id: string; gender: string; province: string | null }

const rowsOfPage = 5_000

/**
 * The groups of the wanted citizens, by their pseudonym. A pseudonym does not lead to a citizen, so that the register is
 * read once as a whole.
 */
export const groupsOfCitizens = async (
  pool: Database,
  environment: Environment,
  { wanted, subjectKey }: { wanted: ReadonlySet<string>; subjectKey: KeyObject },
): Promise<ReadonlyMap<string, CitizenGroups>> => {
  const groups = new Map<string, CitizenGroups>()
  for (let after = ''; groups.size < wanted.size; ) {
    const { rows } = await pool.query<Row>(
      `select svc_id, gender,
         (select address ->> 'province' from jsonb_array_elements(addresses) as address
          order by (address ->> 'is_primary')::boolean desc limit 1) as province
       from citizens
       where svc_id > $1 and case $2 when 'sandbox' then in_sandbox else in_production end
       order by svc_id limit $3`,
      [after, environment, rowsOfPage],
    )
    for (const { svc_id, gender, province } of rows) {
      const citizen = pseudonym(subjectKey, svc_id)
      if (wanted.has(citizen)) groups.set(citizen, { gender, province })
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsOfPage) break
    after = last.svc_id
  }
  return groups
}
