import pg from 'pg'
import { databaseServerOf } from './database-server.ts'

const connectTo = async (dataDir: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseServerOf(dataDir).owner })
  // The tests kill this database.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Which of these requests have no audit entry. Only the database of the installation shows it. */
export const requestsWithoutEntry = async (
  dataDir: string,
  applicationId: string,
  requestIds: readonly string[],
): Promise<string[]> => {
  const client = await connectTo(dataDir)
  try {
    const { rows } = await client.query<{ request_id: string }>(
      'select distinct request_id from audit_entries where application_id = $1 and request_id = any($2)',
      [applicationId, requestIds],
    )
    const written = new Set(rows.map(({ request_id }) => request_id))
    return requestIds.filter((requestId) => !written.has(requestId))
  } finally {
    await client.end()
  }
}

/** Blocks every write to the audit log until the returned function is called. */
export const holdAuditLog = async (dataDir: string): Promise<() => Promise<void>> => {
  const client = await connectTo(dataDir)
  await client.query('begin')
  await client.query('lock table audit_entries in exclusive mode')
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

/** Runs one statement with the rights of the owner of the tables. Returns its first row. */
export const changeDatabase = async <Row extends object>(
  dataDir: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row> => {
  const client = await connectTo(dataDir)
  try {
    const { rows } = await client.query<Row>(sql, [...values])
    return rows[0] as Row
  } finally {
    await client.end()
  }
}
