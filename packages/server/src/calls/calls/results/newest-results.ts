import { dayOf } from '@nani/foundation/storage/index.ts'
import type { Service } from '../declaration/service.ts'
import type { ResultDependencies } from '../dependencies.ts'
import { openStored } from './results.ts'
import type { StoredResult } from './stored-result.ts'

/** Sealed results that one statement reads. */
const pageSize = 100
/** No id is later: ids have lower-case letters and digits. */
const lastSuffix = 'z'.repeat(40)

type Bounds = { sinceMs: number; ofEachApplication: number; most: number }
export type NewestResult = StoredResult & { applicationId: string }

/**
 * The newest stored results of a service, of all applications. Each application has a maximum, so that a large one does
 * not displace the others. The ids are read from the index, one application after another.
 */
export const newestResults = async function* (
  { name, idPrefix }: Pick<Service, 'name' | 'idPrefix'>,
  { sinceMs, ofEachApplication, most }: Bounds,
  { pool, resultsVault }: Pick<ResultDependencies, 'pool' | 'resultsVault'>,
): AsyncGenerator<NewestResult> {
  const { rows: ids } = await pool.query<{ application_id: string; result_id: string; day: string }>(
    `with recursive holders (id) as (
       (select min(application_id) from results where day >= $1)
       union all
       select (select min(r.application_id) from results r where r.day >= $1 and r.application_id > a.id)
       from holders a where a.id is not null)
     select found.application_id, found.result_id, found.day::text from holders a cross join lateral (
       select application_id, result_id, day from results r
       where r.application_id = a.id and r.day >= $1 and r.service = $2 and r.result_id between $3 and $4
       order by result_id desc limit $5) as found
     where a.id is not null order by found.result_id desc limit $6`,
    [dayOf(sinceMs), name, `${idPrefix}_`, `${idPrefix}_${lastSuffix}`, ofEachApplication, most],
  )
  for (let at = 0; at < ids.length; at += pageSize) {
    const page = ids.slice(at, at + pageSize)
    const { rows } = await pool.query<{ application_id: string; result_id: string; sealed_result: Buffer }>(
      `select application_id, result_id, sealed_result from results
       join unnest($1::text[], $2::text[], $3::date[]) as wanted (application_id, result_id, day)
         using (application_id, result_id, day)`,
      [
        page.map(({ application_id }) => application_id),
        page.map(({ result_id }) => result_id),
        page.map(({ day }) => day),
      ],
    )
    for (const { application_id: applicationId, result_id, sealed_result } of rows)
      yield { ...openStored(applicationId, result_id, sealed_result, { resultsVault }), applicationId }
  }
}
