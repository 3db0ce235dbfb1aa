import {
  fromBase32,
  openBrowser,
} from '../../packages/server/src/organizations/console/testing/console-world.ts'
import { codeOfStep, stepAt } from '../../packages/server/src/organizations/people/index.ts'

type Desk = {
  deskUrl: string
  /** Runs `nani … --json`, and returns its document. */
  command(...args: string[]): Promise<unknown>
  nowMs(): number
}

/** Invites a person to the desk by a command. The person enrols, with a second factor and a session. */
export const enrolAtDesk = async ({ deskUrl, command, nowMs }: Desk, name: string, roles: string) => {
  const invited = await command('operators', 'invite', `${name}@nani.cd`, '--name', name, '--roles', roles)
  const link = new URL((invited as { enrolment_url: string }).enrolment_url)
  const token = new URLSearchParams(link.hash.slice(1)).get('token')
  const browser = openBrowser(deskUrl, '203.0.113.7')
  await browser.post('/enrolments', { token, password: `poste-${name}-mlango-57` })
  const { json } = await browser.post('/me/totp')
  const code = codeOfStep(fromBase32(String(json.secret)), stepAt(nowMs()))
  await browser.post('/me/totp/confirm', { code })
  return browser
}
