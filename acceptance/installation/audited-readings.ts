import pg from 'pg'
import { databaseWith } from './databases.ts'

/** The readings of a result and their readers. Only the database of the application contains them. */
export const auditedReadings = async (
  dataDir: string,
  applicationId: string,
  resultId: string,
): Promise<{ api_key: string; path: string }[]> => {
  const client = new pg.Client({ connectionString: await databaseWith(dataDir, applicationId) })
  await client.connect()
  try {
    const { rows } = await client.query<{ api_key: string; path: string }>(
      'select api_key, path from audit_entries where application_id = $1 and $2 = any(read_ids)',
      [applicationId, resultId],
    )
    return rows
  } finally {
    await client.end()
  }
}
