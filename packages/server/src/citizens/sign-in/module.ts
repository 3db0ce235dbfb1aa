import type { Environment } from '@nani/contract'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { FastifyPluginCallback } from 'fastify'
import type { CountCall } from '../../gateway/gateway/index.ts'
import type { Installation } from '../../organizations/organizations/index.ts'
import type { SignIn } from '../../services/sign-in/index.ts'
import { countCalls } from './count-calls.ts'
import { oauthEndpoints } from './oauth-endpoints.ts'
import { signInPages } from './pages-routes.ts'

type Needs = Pick<Platform, 'clock'> & {
  signIn: SignIn
  http: Http
  citizenUrl: string
  installation: Installation
  countCall: CountCall
}

/** The surface of federated sign-in: the endpoints of OpenID Connect, and the pages for citizens. */
export const signInSurfaceModule = defineModule({
  name: 'sign-in',
  open({ signIn, http, clock, citizenUrl, installation, countCall }: Needs) {
    const surface =
      (environment: Environment): FastifyPluginCallback =>
      (app, _options, registered) => {
        const dependencies = { environment, signIn, http, clock, citizenUrl, installation }
        countCalls(app, environment, countCall)
        app.register(oauthEndpoints(dependencies))
        app.register(signInPages(dependencies))
        registered()
      }
    return { surfaces: [surface] }
  },
})
