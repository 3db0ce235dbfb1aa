import { join } from 'node:path'
import type { Clock } from '@nani/foundation/core/index.ts'
import { addAppFiles, addImmutableRoute, type Http, readAppFiles } from '@nani/foundation/http/index.ts'
import type { FastifyInstance } from 'fastify'
import { logoPattern, type SignIn } from '../../services/sign-in/index.ts'
import type { Sms } from '../sms/index.ts'
import { citizenApi } from './api.ts'
import { bindCitizenActs, type CitizenActNeeds } from './citizen-acts.ts'
import { addMessagesPage } from './messages-page.ts'
import { securityHeaders } from './security-headers.ts'
import { requireDeclarations } from './undeclared-routes.ts'

export type OriginNeeds = CitizenActNeeds & {
  clock: Clock
  http: Pick<Http, 'bodies' | 'peerOf' | 'onInternalError'>
  signIn: Pick<SignIn, 'approvals' | 'listAnswers' | 'follow' | 'findLogo'>
  sms: Pick<Sms, 'shown'>
}

/** Vite writes the app here (packages/web). */
const appFolder = join(import.meta.dirname, '../../../../web/dist/citizen')

/** Everything that this origin serves. */
export const addOrigin = (app: FastifyInstance, needs: OriginNeeds): void => {
  const { signIn, sms, installation, citizenDevices } = needs
  requireDeclarations(app)
  const acts = bindCitizenActs(needs)
  app.register(citizenApi({ ...needs, devices: citizenDevices }, acts), { prefix: '/api' })
  if (sms.shown) addMessagesPage(app, sms.shown)
  // An application of either environment: the app serves the citizens of both.
  addImmutableRoute(app, `/logos/${logoPattern}`, 'image/png', ({ params }) => signIn.findLogo(params, null))
  const { logo } = installation
  addImmutableRoute(app, '/installation-logo/:file', 'image/png', async ({ params }) =>
    logo !== null && logo.file === (params as { file: string }).file ? logo.content : null,
  )
  addAppFiles(app, readAppFiles(appFolder), securityHeaders)
}
