import { readDatabaseAddress } from './database-address.ts'

/**
 * A login may change the settings of its own role, and a stolen one could so make commits that wait for no disk, or
 * lead names elsewhere. What a connection asks for at its start wins over the settings of its role.
 *
 * A connection keeps the plan of a prepared statement, also when its table grows. With the default of 4 for
 * `random_page_cost`, PostgreSQL plans to read a table of a few pages completely.
 */
export const pinnedSettings = {
  search_path: 'public',
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  TimeZone: 'UTC',
  random_page_cost: '1.1',
} as const

/** Settings in the form of PostgreSQL's `options`. Those of the URL come last, so that an operator decides. */
export const startOptions = (
  connectionString: string,
  role: string | undefined,
): { url: string; options: string } => {
  const url = new URL(connectionString)
  const ofOperator = url.searchParams.get('options')
  const settings = Object.entries({ ...pinnedSettings, ...(role && { role }) })
  const options = settings.map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`).join(' ')
  if (ofOperator === null) return { url: connectionString, options }
  url.searchParams.delete('options')
  return { url: url.href, options: `${options} ${ofOperator}` }
}

/** The names of the settings that the `options` of a URL set, in lower case. All its servers have the same ones. */
export const settingsOfUrl = (databaseUrl: string): ReadonlySet<string> => {
  const [server = ''] = readDatabaseAddress(databaseUrl, 'DATABASE_URL').servers
  const options = new URL(server).searchParams.get('options') ?? ''
  const names = options.matchAll(/(?:-c\s*|--)([\w.-]+)\s*=/g)
  return new Set([...names].map(([, name = '']) => name.replaceAll('-', '_').toLowerCase()))
}
