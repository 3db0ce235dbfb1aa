import { type Database, listenTo } from '../storage/index.ts'

const channel = 'nani_applications'

/** Notifies every process of this database that an application changed. The notification is sent at the commit. */
export const announceChange = async (client: Database, applicationId: string): Promise<void> => {
  await client.query('select pg_notify($1, $2)', [channel, applicationId])
}

/** Hears of changed applications; `null` when some may have been missed, so that everything is forgotten. */
export const listenForChanges = (
  connectionString: string,
  onChange: (applicationId: string | null) => void,
): Promise<{ stop(): Promise<void> }> => listenTo(connectionString, channel, onChange)
