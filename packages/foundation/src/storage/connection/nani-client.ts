import type pg from 'pg'
import { endpointOf, readDatabaseAddress } from './database-address.ts'
import { findPrimaryAmong, type PrimaryFinder } from './find-primary.ts'
import { compareCertificateWithAddress, internalsOf, ServerClient } from './server-client.ts'

/** A connection to the one of several servers that accepts writes. */
const primaryClient = (servers: readonly string[], finder: PrimaryFinder): typeof pg.Client =>
  class extends ServerClient {
    #isStandby = false

    constructor(config?: string | pg.ClientConfig) {
      // That of a pool is without the `options` of the URL, which would replace the settings of its connections.
      super({ connectionString: servers[0], ...(typeof config === 'object' ? config : {}) })
      internalsOf(this).connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
      })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connectToPrimary()
      if (!callback) return connecting
      const done = callback as (error?: Error) => void
      connecting.then(() => done(), done)
      return undefined
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const own = internalsOf(this)
      const endpoint = endpointOf(await finder.find())
      Object.assign(own, endpoint)
      Object.assign(own.connectionParameters, endpoint)
      compareCertificateWithAddress(own)
      try {
        await super.connect()
        if (this.#isStandby) throw new Error('Connection terminated')
      } catch (error) {
        finder.forget()
        if (this.#isStandby) await super.end().catch(() => {})
        throw error
      }
      return this
    }
  }

/** How connections to the database of a URL are made: the class of the driver, and the URL for it. */
export type Connector = { connectionString: string; Client: typeof pg.Client }

/** Connections of one connector share what they know about several servers. */
export const connectorOf = (url: string, variable = 'DATABASE_URL'): Connector => {
  const { servers, needsPrimary } = readDatabaseAddress(url, variable)
  const connectionString = servers[0] as string
  return needsPrimary
    ? { connectionString, Client: primaryClient(servers, findPrimaryAmong(servers)) }
    : { connectionString, Client: ServerClient }
}

/** A connection of its own, made like those of a pool, with some settings changed. */
export const clientLike = (pool: pg.Pool, changes: pg.ClientConfig): pg.Client => {
  const { Client = ServerClient, ...options } = pool.options as pg.PoolOptions & { Client?: typeof pg.Client }
  return new Client({ ...options, ...changes })
}
