import type pg from 'pg'

/* Where home says that something is, for a command. A process of the server keeps it in memory. */

type Home = Pick<pg.Pool, 'query'>

/** The cell of an application; null: home has it. */
export const cellOfApplication = async (home: Home, applicationId: string): Promise<string | null> => {
  const { rows } = await home.query<{ cell: string }>(
    'select cell from placed_keys where application_id = $1 limit 1',
    [applicationId],
  )
  return rows[0]?.cell ?? null
}

/** Those of some API keys that are of applications in cells. */
export const placedKeys = async (home: Home, keys: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await home.query<{ api_key: string }>({
    name: 'placed-keys',
    text: 'select api_key from placed_keys where api_key = any($1)',
    values: [[...new Set(keys)]],
  })
  return new Set(rows.map(({ api_key }) => api_key))
}

/** The cell with the applications of an organization; null: home has them. */
export const cellOfOrganization = async (home: Home, organizationId: string): Promise<string | null> => {
  const { rows } = await home.query<{ cell: string }>(
    'select cell from placed_organizations where organization_id = $1',
    [organizationId],
  )
  return rows[0]?.cell ?? null
}

/** The cell with the money of an organization; null: home has it. */
export const cellOfMoney = async (home: Home, organizationId: string): Promise<string | null> => {
  const { rows } = await home.query<{ cell: string }>(
    'select cell from placed_organizations where organization_id = $1 and with_money',
    [organizationId],
  )
  return rows[0]?.cell ?? null
}

/** The cells in which rows of an organization are or were. Some may be removed since. */
export const cellsEverOf = async (home: Home, organizationId: string): Promise<string[]> => {
  const { rows } = await home.query<{ cell: string }>(
    'select cell from organization_cells where organization_id = $1 order by cell',
    [organizationId],
  )
  return rows.map(({ cell }) => cell)
}

export const hasCells = async (home: Home): Promise<boolean> =>
  (await home.query('select from cells limit 1')).rowCount !== 0
