import { oneTimeCode } from '../26-console/one-time-code.ts'
import { done, inTurn, newCaller, type Person, type Site } from '../26-console/person.ts'
import { naniJson } from '../installation/nani-command.ts'

/** An operator with a second factor, and the cookies of one browser. */
export type Operator = Pick<Person, 'name' | 'email' | 'cookies' | 'call'>

let operators = 0

/** Invites a person by the command, who then enrols. */
export const enrolOperator = async (desk: Site, role: string): Promise<Operator> => {
  const number = ++operators
  const name = `${role} ${number} ${process.pid}`
  const email = `${role}-${number}-${process.pid}@nani.cd`
  const { enrolment_url } = await naniJson<{ enrolment_url: string }>(
    desk.dataDir,
    ...['operators', 'invite', email, '--name', name, '--roles', role],
  )
  const token = new URLSearchParams(new URL(enrolment_url).hash.slice(1)).get('token')
  const cookies = new Map<string, string>()
  const call = newCaller(desk, cookies)
  await inTurn(() => call('POST', '/enrolments', { token, password: 'kalamu-ya-buluu-57' }))
  const { secret } = await done(call<{ secret: string }>('POST', '/me/totp'))
  await done(call('POST', '/me/totp/confirm', { code: oneTimeCode(secret) }))
  return { name, email, cookies, call }
}

/** Two people of one role. */
export const enrolTwo = (desk: Site, role: string): Promise<[Operator, Operator]> =>
  Promise.all([enrolOperator(desk, role), enrolOperator(desk, role)])
