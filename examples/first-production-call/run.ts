/*
 * The way from the registration to the first call of production, without a browser (docs/first-production-call.md).
 *
 *   npm start                              in one terminal, with the demo
 *   npm run example:first-production-call  in another one
 *
 * It acts as the person of an organization, and as the operator with the command `nani`.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Nani, NaniError } from '@nani/sdk'
import { openConsole } from './console.ts'
import { oneTimeCode } from './one-time-code.ts'
import { openReceiver } from './receiver.ts'

const consoleUrl = process.env.NANI_CONSOLE_URL ?? 'http://localhost:4020'
/** It does not block this program, which meanwhile sees that the console closes a connection. */
const nani = (...args: string[]) => promisify(execFile)('npx', ['nani', ...args])
const call = openConsole(consoleUrl)
const step = (text: string) => console.log(`· ${text}`)

type Keys = { api_key: string; secret_key: string; payload_encryption_key: string }
const clientOf = (
  baseUrl: string,
  keys: Keys,
  certificate?: { certificate: string; privateKey: string; ca: string },
) =>
  new Nani({
    ...{ baseUrl, apiKey: keys.api_key, secretKey: keys.secret_key },
    payloadEncryptionKey: keys.payload_encryption_key,
    ...(certificate && { certificate }),
  })
const request = {
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  purpose: 'customer_onboarding',
} as const

const email = `amina-${Date.now()}@example.cd`
const password = 'kalamu-ya-buluu-57'
await call('POST', '/registrations', { email, password, name: 'Amina Kabeya', language: 'fr' })
await call('POST', '/registrations/confirm', { token: await call.newestToken(email) })
await call('POST', '/session', { email, password })
const { secret } = await call<{ secret: string }>('POST', '/me/totp')
await call('POST', '/me/totp/confirm', { code: oneTimeCode(secret) })
step('Amina is registered and has a second factor')

const rccm = `CD/KNG/RCCM/26-B-${String(Date.now() % 1_000_000).padStart(6, '0')}`
const { id: organization } = await call<{ id: string }>('POST', '/organizations', {
  name: 'Banque du Fleuve',
  rccm,
})
await nani('organizations', 'verify', organization, '--as', 'reviewer')
step(`the organization ${organization} is verified`)

const o = `/organizations/${organization}/applications`
const made = await call<{ id: string; credentials: Keys; counterpart: { id: string; credentials: Keys } }>(
  'POST',
  o,
  {
    ...{ name: 'Ouverture de compte', services: ['kyc_validation'], purposes: ['customer_onboarding'] },
  },
)
const addresses = await call<{ sandbox_url: string; production_url: string }>('GET', '/installation')
const sandbox = clientOf(addresses.sandbox_url, made.credentials)
step(`the sandbox answers: ${(await sandbox.kyc.validate(request)).result}`)
await sandbox.close()

const receiver = await openReceiver(made.credentials.payload_encryption_key)
await call('PUT', `${o}/${made.id}/webhook`, { url: receiver.url })
const checks = await call.untilEnded(`${o}/${made.id}/conformance-runs`)
receiver.close()
for (const { name, result } of checks) step(`conformance: ${name} ${result}`)

const reviews = `${o}/${made.counterpart.id}/reviews`
const questions = [
  'purpose_description',
  'legal_basis',
  'data_protection_contact',
  'retention',
  'security_measures',
]
const answers = Object.fromEntries(questions.map((name) => [name, 'The answer of the bank.']))
const review = await call<{ id: string }>('POST', reviews, { answers })
const data = Buffer.from('%PDF-1.7').toString('base64')
for (const kind of ['privacy_policy', 'terms_of_service'])
  await call('POST', `${reviews}/${review.id}/files`, { kind, name: `${kind}.pdf`, data })
await call('POST', `${reviews}/${review.id}/submit`)
await nani('reviews', 'decide', review.id, 'approve', '--as', 'reviewer')
step(`the review ${review.id} is approved`)

const folder = mkdtempSync(join(tmpdir(), 'nani-first-call-'))
const [keyFile, csrFile] = [join(folder, 'key.pem'), join(folder, 'request.pem')]
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
const subject = `/CN=${made.counterpart.id}`
execFileSync('openssl', ['req', '-new', ...curve, '-subj', subject, '-keyout', keyFile, '-out', csrFile], {
  stdio: 'ignore',
})
const issued = await call<{ certificate: string; ca: string }>(
  'POST',
  `${o}/${made.counterpart.id}/certificates`,
  {
    csr: readFileSync(csrFile, 'utf8'),
  },
)
const production = clientOf(addresses.production_url, made.counterpart.credentials, {
  ...{ certificate: issued.certificate, ca: issued.ca, privateKey: readFileSync(keyFile, 'utf8') },
})
for (let attempt = 1; ; attempt++) {
  try {
    step(`production answers: ${(await production.kyc.validate(request)).result}`)
    break
  } catch (error) {
    // Another process of the installation learns of the approval within seconds.
    if (!(error instanceof NaniError) || attempt === 20) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
await production.close()
