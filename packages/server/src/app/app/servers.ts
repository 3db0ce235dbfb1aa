import type { Environment } from '@nani/contract'
import { describeError } from '@nani/foundation/core/index.ts'
import {
  type Http,
  type HttpSettings,
  httpSettings,
  openPort,
  replaceCertificate,
  type TlsOptions,
} from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { FastifyInstance } from 'fastify'
import {
  type CertificateDependencies,
  openServerCertificate,
  renewServerCertificate,
  type ServerCertificate,
} from '../../organizations/organizations/index.ts'
import type { Authority } from '../../organizations/pki/index.ts'
import type { Contributed } from './composition.ts'
import { keepCertificateFresh } from './keep-certificate-fresh.ts'
import { permitOrigin } from './permit-console.ts'
import type { Surface } from './surface.ts'

type Listening = {
  environment: Environment
  /** Absent: it opens its port. */
  role?: Platform['role']
  tls: TlsOptions | null
  host: string
  port: number
  /** The base URL for callers. Null: the address and port of the server. */
  publicUrl: string | null
  /** The origin whose pages may call this server from a browser. */
  permittedOrigin?: string
}

/** The server of one environment with all surfaces. */
export const openServer = async (http: Http, surfaces: readonly Surface[], listening: Listening) => {
  const { environment, role = 'all', tls, host, port, publicUrl, permittedOrigin } = listening
  const app = http.createServer(tls, environment)
  if (permittedOrigin !== undefined) permitOrigin(app, permittedOrigin)
  for (const surface of surfaces) {
    const plugin = surface(environment)
    if (plugin) app.register(plugin)
  }
  const url = await openPort(app, { role, host, port, scheme: tls ? 'https' : 'http' })
  http.publicUrls.set(environment, publicUrl ?? url)
  return app
}

type Needs = Pick<Platform, 'host' | 'log' | 'role'> & {
  http: Http
  authority: Authority
  certificates: CertificateDependencies
  consoleUrl: string
  contributed: Pick<Contributed, 'surfaces'>
}

/** The servers of both environments. Production has mutual TLS. */
export const serversModule = defineModule({
  name: 'servers',
  settings: httpSettings,
  async open(needs: Needs, settings) {
    const { host, http, log, role, authority, certificates } = needs
    const { surfaces } = needs.contributed
    const serverNames = namesOf(host, settings)
    const certificate = await openServerCertificate(authority, serverNames, certificates)
    const tlsOf = ({ privateKeyPem, certificatePem }: ServerCertificate): TlsOptions => ({
      ...{ key: privateKeyPem, cert: certificatePem, ca: authority.certificatePem },
    })
    const sandbox = await openServer(http, surfaces, {
      ...{ environment: 'sandbox', role, tls: null, host },
      ...{ port: settings.sandboxPort, publicUrl: settings.sandboxUrl },
      permittedOrigin: new URL(needs.consoleUrl).origin,
    })
    let production: FastifyInstance
    try {
      production = await openServer(http, surfaces, {
        ...{ environment: 'production', role, tls: tlsOf(certificate), host },
        ...{ port: settings.productionPort, publicUrl: settings.productionUrl },
      })
    } catch (error) {
      await sandbox.close()
      throw error
    }
    const renewal = keepCertificateFresh({
      inUse: certificate,
      renew: (inUse) => renewServerCertificate(inUse, authority, serverNames, certificates),
      use(renewed) {
        replaceCertificate(production, tlsOf(renewed))
        log('certificate: the server certificate was renewed')
      },
      onError: (error) => log(`certificate: ${describeError(error)}`, 'error'),
    })
    return {
      async stop() {
        renewal.stop()
        await Promise.all([sandbox.close(), production.close()])
      },
    }
  },
})

const namesOf = (host: string, { productionUrl }: Pick<HttpSettings, 'productionUrl'>): string[] =>
  [host, ...(productionUrl ? [new URL(productionUrl).hostname] : [])].filter(isNameable)

const isNameable = (name: string) => name !== '0.0.0.0' && name !== '::'
