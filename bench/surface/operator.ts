import type { Platform } from '@nani/foundation/platform/index.ts'
import { inviteOperator } from '@nani/server/desk/operators/index.ts'
import { operatorRealm as realm } from '@nani/server/organizations/people/index.ts'
import { addTotp, type Browser, openBrowser } from './browser.ts'

export const machine = { kind: 'system', task: 'bench' } as const

/** A person with every reading of the desk, and every act that needs one person. */
export const enrolOperator = async (url: string, platform: Platform): Promise<Browser> => {
  const needs = { ...platform, realm, origin: () => url, rules: { oneAccountMayBeTwo: false } }
  const email = 'bench@example.cd'
  const { enrolment_url } = await inviteOperator(
    machine,
    { email, name: 'Bench', roles: ['supervisor', 'auditor'] },
    needs as Parameters<typeof inviteOperator>[2],
  )
  const token = new URLSearchParams(new URL(enrolment_url).hash.slice(1)).get('token')
  const browser = openBrowser(url)
  await browser('POST', '/api/enrolments', { token, password: 'kalamu-ya-buluu-na-mto-mrefu' })
  await addTotp(browser)
  return browser
}
