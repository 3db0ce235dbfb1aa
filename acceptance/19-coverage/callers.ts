import { purposes, scopes } from '../client/catalogue.ts'
import type { Credentials, DemoCredentials } from '../client/credentials.ts'
import { createApplication, showApplication } from '../installation/applications.ts'

export type Environment = 'sandbox' | 'production'

/** No example of the document uses it. */
export const unapprovedPurpose = 'employment_screening'
export const ungrantedScope = 'kyc.religion'

/** The applications of one environment. Each has a certificate of its own in production. */
export type Callers = {
  owner: Credentials
  /** An application of another tenant, with the service on, but without one purpose and one scope. */
  withService(service: string | undefined): Credentials
  /** An application of another tenant with the service off. */
  withoutService(service: string | undefined): Credentials
  /** Production only. */
  unapproved: Credentials
  otherEnvironment: Credentials
}

const without = (values: readonly string[], value: string) => values.filter((one) => one !== value)

/** Two applications share the services, so that each service is on at one of them and off at the other. */
export const createCallers = async (
  dataDir: string,
  demo: DemoCredentials,
  environment: Environment,
): Promise<Callers> => {
  const shown = await showApplication(dataDir, demo[environment].application_id)
  const services = shown.services as string[]
  const half = Math.ceil(services.length / 2)
  const limits = { environment, burst: 10_000 }
  const stranger = (own: string[]) =>
    createApplication(dataDir, {
      ...limits,
      services: own,
      purposes: without(purposes, unapprovedPurpose),
      scopes: without(scopes, ungrantedScope),
      approved: environment === 'production',
    })
  const [owner, first, second, unapproved] = await Promise.all([
    // Decides about hits, which other tests of the demo application would see.
    environment === 'sandbox' ? createApplication(dataDir, { ...limits, services }) : demo.production,
    stranger(services.slice(0, half)),
    stranger(services.slice(half)),
    environment === 'production' ? createApplication(dataDir, { ...limits, services }) : demo.sandbox,
  ])
  const isInFirst = (service: string | undefined) => services.indexOf(service ?? services[0]!) < half
  return {
    owner,
    withService: (service) => (isInFirst(service) ? first : second),
    withoutService: (service) => (isInFirst(service) ? second : first),
    unapproved,
    otherEnvironment: demo[environment === 'sandbox' ? 'production' : 'sandbox'],
  }
}
