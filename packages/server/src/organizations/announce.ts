import pg from 'pg'

const channel = 'nani_applications'
const reconnectMs = 1_000

/** Tells every process of this database that an application changed; sent when the transaction commits. */
export const announceChange = async (
  client: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
): Promise<void> => {
  await client.query('select pg_notify($1, $2)', [channel, applicationId])
}

/**
 * Listens on a connection of its own. While it is away changes may be missed, so that everything is forgotten
 * (`null`) each time it comes back.
 */
export const listenForChanges = async (
  connectionString: string,
  onChange: (applicationId: string | null) => void,
): Promise<{ stop(): Promise<void> }> => {
  let stopped = false
  let current: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const client = new pg.Client({ connectionString, application_name: 'nani changes', keepAlive: true })
    current = client
    const again = () => {
      if (current !== client || stopped) return
      current = null
      // A connection that is only half broken must not live on beside its successor.
      void client.end().catch(() => {})
      retry = setTimeout(() => void connect().catch(() => {}), reconnectMs)
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => onChange(payload ?? null))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      onChange(null)
    } catch (error) {
      again()
      throw error
    }
  }

  await connect().catch((error) => {
    stopped = true
    clearTimeout(retry)
    throw error
  })
  return {
    async stop() {
      stopped = true
      clearTimeout(retry)
      await current?.end().catch(() => {})
    },
  }
}
