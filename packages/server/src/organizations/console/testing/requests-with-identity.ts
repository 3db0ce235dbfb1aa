import { chooseConsoleSignIn, createApplication } from '../../organizations/index.ts'
import type { ConsoleRequests } from './console-objects.ts'
import type { ConsoleWorld, openBrowser } from './console-world.ts'

type Browser = ReturnType<typeof openBrowser>
const system = { kind: 'system', task: 'test' } as const
const language = 'fr'

/** The sign-in service of the installation, with an application of the console. */
const offerIdentity = async (world: ConsoleWorld): Promise<void> => {
  world.http.publicUrls.set('sandbox', 'https://id.example.cd')
  const needs = {
    ...{ ...world.platform, ...world.needs },
    credentialsVault: world.platform.vaultFor('credentials'),
  }
  const application = { name: 'Console', environment: 'sandbox' as const, services: ['sso_login'] }
  const redirect_uri = [`${world.url}/identity`]
  const { application_id } = await createApplication(system, { ...application, redirect_uri } as never, needs)
  await chooseConsoleSignIn(system, { application_id }, needs)
}

/** Requests about the national identity of a member. */
export const requestsWithIdentity = (world: ConsoleWorld): ConsoleRequests => {
  let offered: Promise<void> | null = null
  let subjects = 0
  /** What the browser brings back from the sign-in service. */
  const approved = async (by: Pick<Browser, 'post'>, path: string, subject: string) => {
    const { json } = await by.post(path, { language })
    const { authorization_url } = json as unknown as { authorization_url: string }
    return world.identities.approve(authorization_url, subject)
  }
  const open = async () => {
    offered ??= offerIdentity(world)
    await offered
    const subject = `subject-${++subjects}`
    const by = await world.signUp()
    const answer = () => approved(by, '/me/identity/visits', subject)
    const link = async () => void (await by.post('/me/identity', await answer()))
    return { by, subject, answer, link }
  }
  return {
    async 'people.begin_identity_link'() {
      const { by } = await open()
      return { by, method: 'POST', path: '/me/identity/visits', body: { language } }
    },
    async 'people.link_identity'() {
      const { by, answer } = await open()
      return { by, method: 'POST', path: '/me/identity', body: await answer() }
    },
    async 'people.unlink_identity'() {
      const { by, link } = await open()
      await link()
      return { by, method: 'DELETE', path: '/me/identity' }
    },
    async 'people.begin_identity_sign_in'() {
      await open()
      return { by: world.browser(), method: 'POST', path: '/session/identity/visits', body: { language } }
    },
    async 'people.sign_in_with_identity'() {
      const { subject, link } = await open()
      await link()
      const by = world.browser()
      const body = await approved(by, '/session/identity/visits', subject)
      return { by, method: 'POST', path: '/session/identity', body }
    },
  }
}
