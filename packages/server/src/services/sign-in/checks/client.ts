import type { Environment } from '@nani/contract'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { SignInDependencies } from '../dependencies.ts'
import { OAuthError, type OAuthErrorCode } from '../oauth-error.ts'
import { serviceName } from '../sign-in-scopes.ts'

/** The checks of a request of sign-in: the codes of OAuth, and what they need of the process. */
export type OAuthChecks<Needs extends keyof SignInDependencies = never> = {
  code: OAuthErrorCode
  dependencies: Pick<SignInDependencies, Needs>
}

/** The application of a client_id, if it is of this environment. */
export const findClient = async (
  clientId: string | null,
  environment: Environment,
  applications: SignInDependencies['applications'],
): Promise<Application | null> => {
  // Text of another form is no key, and the database is not asked.
  const prefix = environment === 'production' ? 'key_live_' : 'key_test_'
  if (clientId === null || !clientId.startsWith(prefix) || !/^[\w]{10,64}$/.test(clientId)) return null
  const application = await applications.findByApiKey(clientId)
  return application?.environment === environment ? application : null
}

/** Whether the application may sign citizens in. */
export const mayUseSignIn = ({ environment, services, approvedServices }: Application): boolean =>
  services.has(serviceName) && (environment === 'sandbox' || approvedServices.has(serviceName))

/** @throws {OAuthError} `unauthorized_client`, also when an approval was withdrawn while a citizen signed in. */
export const requireSignIn = (application: Application): void => {
  if (!mayUseSignIn(application))
    throw new OAuthError('unauthorized_client', 'Federated sign-in is not enabled on the application.')
}
