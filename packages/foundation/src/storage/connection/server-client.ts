import { isIP, type Socket } from 'node:net'
import pg from 'pg'

/** Parts of the driver's client that its types do not name. */
export type Internals = {
  host: string
  port: number
  connectionParameters: { host: string; port: number }
  connection: {
    ssl: boolean | Record<string, unknown>
    stream: Socket
    on(
      event: 'parameterStatus',
      listener: (status: { parameterName: string; parameterValue: string }) => void,
    ): void
  }
}

export const internalsOf = (client: pg.Client): Internals => client as unknown as Internals

/** The driver compares the certificate with the name `localhost` where the server is named by its IP address. */
export const compareCertificateWithAddress = ({ connection, host }: Internals): void => {
  if (!connection.ssl || isIP(host) === 0) return
  connection.ssl = { ...(connection.ssl === true ? {} : connection.ssl), host }
}

/** A connection to one server, whose certificate is also compared with an IP address. */
export class ServerClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    compareCertificateWithAddress(internalsOf(this))
  }
}
