import pg from 'pg'

const reconnectMs = 1_000

/**
 * Listens to a channel of the database on its own connection. Notifications may be lost while it is disconnected. The
 * listener therefore receives `null` after each connection, also the first.
 */
export const listenTo = async (
  connectionString: string,
  channel: string,
  onNotification: (payload: string | null) => void,
): Promise<{ stop(): Promise<void> }> => {
  let stopped = false
  let current: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const client = new pg.Client({ connectionString, application_name: `nani ${channel}`, keepAlive: true })
    current = client
    const again = () => {
      if (current !== client || stopped) return
      current = null
      // A connection that is only half broken must be closed before its successor is used.
      void client.end().catch(() => {})
      retry = setTimeout(() => void connect().catch(() => {}), reconnectMs)
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => onNotification(payload ?? null))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onNotification(null)
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
