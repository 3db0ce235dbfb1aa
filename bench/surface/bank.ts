import { setTimeout as pause } from 'node:timers/promises'
import { addTotp, type Browser } from './browser.ts'

const reviewAnswers = Object.fromEntries(
  [
    ...['purpose_description', 'legal_basis', 'data_protection_contact', 'retention', 'security_measures'],
    'sensitive_data_necessity',
  ].map((name) => [name, 'A text of the dossier. '.repeat(20)]),
)
const usd = (value: number) => ({ value, currency: 'USD' })

/** An organization with an application of production, and one object of each kind that people make. */
export type Bank = {
  organization_id: string
  application_id: string
  review: string
  file: string
  run: string
  invoice: string
  payment: string
}

/** A person with an organization and an application, by the API alone. */
const signUp = async (browser: Browser) => {
  const person = { email: 'owner@example.cd', password: 'kalamu-ya-buluu-na-mto-mrefu' }
  await browser('POST', '/api/registrations', { ...person, name: 'Owner', language: 'en' })
  const [mail] = (await browser('GET', '/mailbox.json')).data
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  await browser('POST', '/api/registrations/confirm', { token })
  await browser('POST', '/api/session', person)
  await addTotp(browser)
  const { id: organization_id = '' } = await browser('POST', '/api/organizations', {
    ...{ name: 'Bench bank', rccm: 'CD/KNG/RCCM/14-B-00001' },
  })
  const { counterpart } = await browser('POST', `/api/organizations/${organization_id}/applications`, {
    ...{ name: 'Bench', services: ['kyc_validation'], scopes: [], purposes: ['customer_onboarding'] },
  })
  return { organization_id, application_id: counterpart.id ?? '' }
}

/** A run of the sandbox, which has ended. */
const runConformance = async (browser: Browser, runs: string): Promise<string> => {
  const { id = '' } = await browser('POST', runs)
  const isOver = async () =>
    !['queued', 'running'].includes((await browser('GET', `${runs}/${id}`)).status ?? '')
  while (!(await isOver())) await pause(200)
  return id
}

/** A submitted dossier with its files and a message. */
const submitReview = async (browser: Browser, reviews: string) => {
  const { id: review = '' } = await browser('POST', reviews, { answers: reviewAnswers })
  let file = ''
  for (const kind of ['privacy_policy', 'terms_of_service']) {
    const data = Buffer.from(`%PDF-1.7 ${'A page. '.repeat(12_000)}`).toString('base64')
    const made = await browser('POST', `${reviews}/${review}/files`, { kind, name: `${kind}.pdf`, data })
    file = made.id ?? ''
  }
  await browser('POST', `${reviews}/${review}/submit`)
  await browser('POST', `${reviews}/${review}/messages`, { text: 'A question.' })
  return { review, file }
}

/** A paid top-up has an invoice, on which a payment was declared with its proof. */
const fillWallet = async (owner: Browser, officer: Browser, organization_id: string) => {
  const [own, atDesk] = [
    `/api/organizations/${organization_id}`,
    `/api/billing/organizations/${organization_id}`,
  ]
  const { id: topUp } = await owner('POST', `${own}/top-ups`, { amount: usd(50) })
  await officer('POST', `${atDesk}/top-ups/${topUp}/approve`)
  const [first] = (await owner('GET', `${own}/invoices`)).data
  const invoice = first?.id ?? ''
  await owner('POST', `${own}/payments`, {
    ...{ invoice_ids: [invoice], amount: usd(20), method: 'bank_transfer' },
    external_reference: 'VIR-BENCH-0',
  })
  const { id: payment = '' } = await officer('POST', `${atDesk}/payments`, {
    ...{ invoices: [invoice], amount: 30, method: 'bank_transfer', reference: 'VIR-BENCH-1' },
    proof: { name: 'proof.pdf', data: Buffer.from(`%PDF-1.7 ${'Paid. '.repeat(12_000)}`).toString('base64') },
  })
  return { invoice, payment }
}

/** Registers a bank with a request for its production, by calls of the console and of the desk. */
export const registerBank = async (owner: Browser, officer: Browser): Promise<Bank> => {
  const ids = await signUp(owner)
  await officer('POST', `/api/organizations/${ids.organization_id}/verify`)
  const application = `/api/organizations/${ids.organization_id}/applications/${ids.application_id}`
  return {
    ...ids,
    run: await runConformance(owner, `${application}/conformance-runs`),
    ...(await submitReview(owner, `${application}/reviews`)),
    ...(await fillWallet(owner, officer, ids.organization_id)),
  }
}
