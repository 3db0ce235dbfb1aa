import { setTimeout } from 'node:timers/promises'
import { oneTimeCode } from './one-time-code.ts'

/** The console of an installation. */
export type Site = { url: string; dataDir: string }

export type Answer<Body> = { status: number; json: Body }

/** A person with an account, and the cookies of one browser. */
export type Person = {
  email: string
  password: string
  name: string
  /** The secret of the authenticator; empty: the account has none. */
  secret: string
  cookies: Map<string, string>
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>
}

type Mailbox = { data: { to: string; subject: string; links: string[] }[] }

/** The first link of the newest mail to an address. */
export const newestLink = async (site: Site, to: string): Promise<string> => {
  const { data } = (await (await fetch(`${site.url}/mailbox.json`)).json()) as Mailbox
  return data.find((mail) => mail.to === to)?.links[0] ?? ''
}
const newestToken = async (site: Site, to: string): Promise<string> =>
  new URL(await newestLink(site, to)).searchParams.get('token') ?? ''

/** Calls the API below `/api` of a site, with the cookies that its answers set. */
export const newCaller = (site: Pick<Site, 'url'>, cookies: Map<string, string>): Person['call'] => {
  const call = async <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> => {
    const answer = await fetch(`${site.url}/api${path}`, {
      method,
      headers: {
        ...(method !== 'GET' && { 'X-Nani-App': '1', 'Content-Type': 'application/json' }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await answer.text()
    return { status: answer.status, json: (text === '' ? null : JSON.parse(text)) as Body }
  }
  return call
}

/** Fails with the answer, so that a step that another step needs is seen at its place. */
export const done = async <Body>(asked: Promise<Answer<Body>>): Promise<Body> => {
  const { status, json } = await asked
  if (status >= 300) throw new Error(`the console answered ${status}: ${JSON.stringify(json)}`)
  return json
}

const maxTurns = 12

/** Repeats a step when its address may go on. The whole suite has one address, which has few turns a minute. */
export const inTurn = async <Body>(step: () => Promise<Answer<Body>>): Promise<Body> => {
  for (let turn = 1; turn < maxTurns; turn++) {
    const answer = await step()
    if (answer.status !== 429) return done(Promise.resolve(answer))
    const { retry_after: seconds = 1 } = answer.json as { retry_after?: number }
    await setTimeout(seconds * 1_000)
  }
  return done(step())
}

let people = 0

/** Registers a person with an address of their own, signs in, and adds an authenticator. */
export const registerPerson = async (
  site: Site,
  name: string,
  { withSecondFactor = true } = {},
): Promise<Person> => {
  const cookies = new Map<string, string>()
  const email = `person-${process.pid}-${++people}@example.cd`
  const person: Person = {
    ...{ email, name, secret: '', password: 'kalamu-ya-buluu-57', cookies },
    call: newCaller(site, cookies),
  }
  const { password, call } = person
  await inTurn(() => call('POST', '/registrations', { email, password, name, language: 'fr' }))
  const token = await newestToken(site, email)
  await inTurn(() => call('POST', '/registrations/confirm', { token }))
  await inTurn(() => call('POST', '/session', { email, password }))
  if (!withSecondFactor) return person
  const { secret } = await inTurn(() => call<{ secret: string }>('POST', '/me/totp'))
  await inTurn(() => call('POST', '/me/totp/confirm', { code: oneTimeCode(secret) }))
  person.secret = secret
  return person
}

/** Invites a person by an Owner, and accepts. */
export const joinOrganization = async (
  site: Site,
  { owner, person, roles, organizationId }: Joining,
): Promise<void> => {
  const { email, call } = person
  await done(owner.call('POST', `/organizations/${organizationId}/invitations`, { email, roles }))
  const token = await newestToken(site, email)
  await inTurn(() => call('POST', '/invitations/accept', { token }))
}
type Joining = { owner: Person; person: Person; roles: readonly string[]; organizationId: string }
