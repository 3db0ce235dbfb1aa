import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../23-sign-in/browser.ts'
import { openDevice } from '../23-sign-in/citizen-device.ts'
import { createProductionApplication, importCitizen } from '../23-sign-in/production-citizen.ts'
import { ask, claimsIn, exchangeCode } from '../23-sign-in/relying-party.ts'
import { post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { naniJson } from '../installation/nani-command.ts'
import {
  type Installation,
  recognisingFaces,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'
import { path } from './credit.ts'

const svcId = 'COD-2200-0000-0001'
const phone = '+243890002201'
const face = 'jean-pierre-today'
const startTimeoutMs = 240_000

const dataDir = startedDataDir()
let installation: Installation
let application: Credentials
let consentId: string

const addressOf = (name: string): string =>
  new RegExp(`^${name} +(\\S+)`, 'm').exec(installation.output())?.[1] ?? ''

beforeAll(async () => {
  installation = await startInstallation(dataDir, recognisingFaces)
  await importCitizen(dataDir, { svcId, phone, firstName: 'Aline', lastName: 'Mbala Nsimba' })
  application = await createProductionApplication(dataDir, 'sso_login,credit_scoring')
  consentId = await consentOfCitizen()
}, startTimeoutMs)
afterAll(() => removeInstallation(dataDir, installation))

/** The citizen enrols a device and signs in, with a consent to scores. */
const consentOfCitizen = async (): Promise<string> => {
  const device = openDevice(addressOf('Citizens'))
  await device.enrol(svcId, phone, face)
  const asked = ask(application, { scope: 'openid svc:credit.score' })
  const browser = openBrowser(application)
  const waiting = await browser.submit(await browser.visit(asked.url), { identifier: phone })
  const number = Number(/class="number"[^>]*>(\d{2})</.exec(waiting.text)?.[1])
  const [approval] = await device.find(number)
  if (!approval) throw new Error('the device sees no request')
  await device.approve(approval, number, face)
  const code = (await browser.waitForCallback(waiting)).searchParams.get('code')
  const { json } = await exchangeCode(application, { ...asked, code })
  return (claimsIn(json.id_token)['svc:credit.consent'] as { consent_id: string }).consent_id
}

const restart = async (demo: '0' | '1') => {
  await installation.stop()
  installation = await startInstallation(dataDir, { NANI_DEMO: demo }, { demo: demo === '1' })
  application = { ...application, base_url: addressOf('Production') }
}
const score = () =>
  post<{ score?: number; error?: string }>(application, path, {
    identifier: { type: 'svc_id', value: svcId },
    consent: { method: 'svc_app', consent_id: consentId },
    ...{ purpose: 'credit_assessment', product: 'personal_loan' },
  })
const balance = async () =>
  (await naniJson<{ wallet: { balance: { value: number } } }>(dataDir, 'billing', 'show')).wallet.balance
    .value

test(
  'production scores in a demo; after it with model_not_ready and for free, also if one account accepted the model in the demo',
  async () => {
    expect(await score()).toMatchObject({ status: 200, json: { object: 'credit_score' } })

    await restart('0')
    const before = await balance()
    expect(await score()).toMatchObject({ status: 503, json: { error: 'model_not_ready' } })
    expect(await balance()).toBe(before)
    expect(await naniJson(dataDir, 'credit-model', 'list')).toMatchObject({ production_ready: false })

    // One account of this machine may be both people in a demo only.
    await restart('1')
    for (const [name, status] of [
      ['amina', 'proposed'],
      ['boris', 'effective'],
    ] as const) {
      const accept = ['accept-generated', '--reason', 'pilot', '--as', name]
      expect(await naniJson(dataDir, 'credit-model', ...accept)).toMatchObject({ status })
    }
    expect(await naniJson(dataDir, 'credit-model', 'list')).toMatchObject({ production_ready: true })
    expect(await score()).toMatchObject({ status: 200, json: { object: 'credit_score' } })
    // What one account decided alone ends with the demo.
    await restart('0')
    expect(await naniJson(dataDir, 'credit-model', 'list')).toMatchObject({ production_ready: false })
    expect(await score()).toMatchObject({ status: 503, json: { error: 'model_not_ready' } })
  },
  startTimeoutMs,
)
