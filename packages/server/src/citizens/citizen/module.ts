import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  addAppFiles,
  addImmutableRoute,
  type Http,
  listen,
  readAppFiles,
  type TlsOptions,
  urlOf,
} from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { Installation } from '../../organizations/organizations/index.ts'
import { logoPattern, type SignIn } from '../../services/sign-in/index.ts'
import type { AccessDependencies } from '../accesses/index.ts'
import type { CitizenDevices } from '../citizen-devices/index.ts'
import type { ConsentDependencies } from '../consents/index.ts'
import type { PushOffer } from '../notifier/index.ts'
import type { Sms } from '../sms/index.ts'
import { type ApiDependencies, citizenApi, type RoutesOfApi } from './api.ts'
import { addMessagesPage } from './messages-page.ts'
import { accessRoutes } from './routes/accesses.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { consentRoutes } from './routes/consents.ts'
import { historyRoutes } from './routes/history.ts'
import { coreRoutes } from './routes/index.ts'
import { pushRoutes } from './routes/push.ts'
import { securityHeaders } from './security-headers.ts'
import { type CitizenSurfaceSettings, citizenSettings } from './settings.ts'

type Needs = Pick<Platform, 'host' | 'clock'> & {
  http: Http
  citizenDevices: CitizenDevices
  signIn: SignIn
  sms: Pick<Sms, 'shown'>
  accesses: AccessDependencies
  consents: ConsentDependencies
  push: PushOffer
  installation: Installation
}

/** Vite writes the app here (packages/web). */
const appFolder = join(import.meta.dirname, '../../../../web/dist/citizen')

/** The app of citizens, on a server and an origin of its own. */
export const citizenModule = defineModule({
  name: 'citizen',
  settings: citizenSettings,
  async open(needs: Needs, settings) {
    const { host, clock, http, citizenDevices, signIn, sms, accesses, consents, push, installation } = needs
    const tls = tlsOf(settings)
    const app = http.createServer(tls)
    let url = settings.citizenUrl
    const origin = () => {
      if (url === null) throw new Error('the app of citizens does not listen yet')
      return new URL(url).origin
    }
    const dependencies: ApiDependencies = { devices: citizenDevices, http, clock, origin }
    const routes: RoutesOfApi = {
      ...coreRoutes,
      signedIn: [
        ...coreRoutes.signedIn,
        approvalRoutes({ signIn, installation }),
        accessRoutes(accesses),
        consentRoutes(consents),
        historyRoutes({ signIn, consents }),
        pushRoutes(push),
      ],
    }
    app.register(citizenApi(dependencies, routes), { prefix: '/api' })
    if (sms.shown) addMessagesPage(app, sms.shown)
    // An application of either environment: the app serves the citizens of both.
    addImmutableRoute(app, `/logos/${logoPattern}`, 'image/png', ({ params }) =>
      signIn.findLogo(params, null),
    )
    const { logo } = installation
    addImmutableRoute(app, '/installation-logo/:file', 'image/png', async ({ params }) =>
      logo !== null && logo.file === (params as { file: string }).file ? logo.content : null,
    )
    addAppFiles(app, readAppFiles(appFolder), securityHeaders)
    await listen(app, host, settings.citizenPort)
    url ??= named(urlOf(app, host, tls ? 'https' : 'http'))
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
