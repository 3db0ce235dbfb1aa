import { readFileSync } from 'node:fs'
import { type Http, openPort, type TlsOptions } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { addOrigin, type OriginNeeds } from './origin.ts'
import { type CitizenSurfaceSettings, citizenSettings } from './settings.ts'

type Needs = Pick<Platform, 'host' | 'role'> & Omit<OriginNeeds, 'origin'> & { http: Http }

/** The app of citizens, on a server and an origin of its own. */
export const citizenModule = defineModule({
  name: 'citizen',
  settings: citizenSettings,
  async open(needs: Needs, settings) {
    const { host, http, role } = needs
    const tls = tlsOf(settings)
    const app = http.createServer(tls, 'citizen')
    let url = settings.citizenUrl
    const origin = () => {
      if (url === null) throw new Error('the app of citizens does not listen yet')
      return new URL(url).origin
    }
    addOrigin(app, { ...needs, origin })
    const place = { role, host, port: settings.citizenPort, scheme: tls ? 'https' : 'http' } as const
    const own = await openPort(app, place)
    url ??= named(own)
    return { provides: { citizenUrl: url }, stop: () => app.close() }
  },
})

/** A browser must trust the certificate, so the operator gives one. No certificate is asked of the browser. */
const tlsOf = ({ citizenCertificateFile, citizenKeyFile }: CitizenSurfaceSettings): TlsOptions | null =>
  citizenCertificateFile && citizenKeyFile
    ? { cert: readFileSync(citizenCertificateFile, 'utf8'), key: readFileSync(citizenKeyFile, 'utf8') }
    : null

/** Passkeys need a name, and browsers treat this one like https. */
const named = (url: string): string => url.replace('://127.0.0.1:', '://localhost:')
