import type { Page } from 'playwright-core'
import { type Answers, ok, refused } from '../contract-server.ts'
import type { StaffScene } from '../staff/staff-scene.ts'
import * as data from './console-data.ts'

type ConsoleScene = Omit<StaffScene, 'answers'> & { answers?: Answers }

const list = (...items: unknown[]) => ok({ object: 'list', data: items, next_cursor: null })
const o = `/organizations/${data.organizationId}`
const s = `${o}/applications/${data.sandboxId}`
const p = `${o}/applications/${data.productionId}`

const elsewhere = { production_url: null, has_identity_sign_in: true }

/** The answers of an organization in use. A scene replaces some of them. */
const usual: Answers = {
  // The server of the scenes plays the sandbox as well.
  'GET /installation': ok({ object: 'installation', sandbox_url: '/api/sandbox', ...elsewhere }),
  'GET /sandbox/openapi.json': ok(data.sandboxDescription),
  'POST /sandbox/v1/kyc/validations': ok({ object: 'kyc_validation', result: 'verified' }),
  'GET /me': ok(data.me),
  'GET /me/sessions': list(...data.sessions),
  'GET /me/sign-ins': list(...data.signIns),
  [`GET ${o}`]: ok(data.organization),
  [`GET ${o}/members`]: list(...data.members),
  [`GET ${o}/invitations`]: list(...data.invitations),
  [`GET ${o}/subscriptions`]: ok({
    object: 'subscriptions',
    scopes: ['kyc.basic', 'kyc.addresses'],
    version: 1,
  }),
  [`GET ${o}/acts`]: list(...data.acts),
  [`GET ${o}/disputes`]: list(data.dispute),
  [`GET ${o}/wallet`]: ok(data.wallet),
  [`GET ${o}/invoices`]: list(data.invoice),
  [`GET ${o}/invoices/inv_1`]: ok(data.invoice),
  [`GET ${o}/payments`]: list(data.payment),
  [`GET ${o}/top-ups`]: list(data.topUp),
  [`GET ${o}/prices`]: ok(data.prices),
  [`GET ${o}/applications`]: list(data.sandbox, data.production),
  [`GET ${s}`]: ok(data.sandbox),
  [`GET ${p}`]: ok(data.production),
  [`GET ${s}/certificates`]: list(...data.certificates),
  [`GET ${s}/webhook`]: ok(data.webhook),
  [`GET ${s}/deliveries`]: list(...data.deliveries),
  [`GET ${s}/events`]: list({
    object: 'event',
    id: 'evt_1',
    type: 'job.completed',
    created_at: data.alert.created_at,
  }),
  [`GET ${s}/requests`]: list(data.loggedRequest),
  [`GET ${s}/requests/log_1`]: ok(data.loggedRequest),
  [`GET ${s}/refused-authentication`]: list({
    minute: data.alert.created_at,
    code: 'invalid_signature',
    count: 4,
  }),
  [`GET ${s}/use`]: ok(data.use),
  [`GET ${s}/alerts`]: list(data.alert),
  [`GET ${s}/monitors`]: list(data.monitor),
  [`GET ${s}/dispositions`]: list(data.disposition),
  [`GET ${s}/face-reasons`]: list(data.faceReason),
  [`GET ${s}/conformance-runs`]: list(data.run),
  [`GET ${p}/reviews`]: list(data.review),
  [`GET ${p}/reviews/rev_1`]: ok(data.review),
}

const credentials = {
  api_key: 'key_test_0123',
  secret_key: 'sk_test_…',
  payload_encryption_key: 'pek_test_…',
}
const signedOut: Answers = { 'GET /me': refused(401, 'not_signed_in') }
const empty = Object.fromEntries(
  Object.entries(usual)
    .filter(
      ([, answer]) => typeof answer !== 'function' && (answer.body as { object?: string }).object === 'list',
    )
    .map(([call]) => [call, list()]),
)

const identityAnswer = (purpose: string) =>
  `/identity?code=abc&state=${purpose}.abc&iss=https://id.example.cd`

const entrance: ConsoleScene[] = [
  { name: 'sign-in', path: '/sign-in', answers: signedOut },
  {
    ...{ name: 'sign-in-second-factor', path: '/sign-in', shows: 'input[name=code]' },
    answers: {
      ...signedOut,
      'POST /session': ok({
        status: 'second_factor',
        methods: ['totp', 'recovery_code'],
        passkey_options: null,
      }),
    },
    act: (page) => signIn(page),
  },
  {
    ...{ name: 'sign-in-refused', path: '/sign-in', shows: '[role=alert]' },
    answers: { ...signedOut, 'POST /session': refused(401, 'not_signed_in') },
    act: (page) => signIn(page),
  },
  {
    ...{ name: 'identity-second-factor', path: identityAnswer('sign_in'), shows: 'input[name=code]' },
    answers: {
      ...signedOut,
      'POST /session/identity': ok({
        status: 'second_factor',
        methods: ['totp', 'passkey'],
        passkey_options: {},
      }),
    },
  },
  {
    ...{ name: 'identity-unknown', path: identityAnswer('sign_in'), shows: '[role=alert]' },
    answers: { ...signedOut, 'POST /session/identity': refused(401, 'not_signed_in') },
  },
  {
    ...{
      name: 'identity-linked',
      path: identityAnswer('link'),
      shows: ':is([role=status]:has-text("liée"), [role=status]:has-text("linked"))',
    },
    answers: { 'POST /me/identity': ok({ linked_at: data.alert.created_at }) },
  },
  {
    ...{ name: 'identity-taken', path: identityAnswer('link'), shows: '[role=alert]' },
    answers: { 'POST /me/identity': refused(409, 'conflict', { reason: 'identity_taken' }) },
  },
  { name: 'identity-declined', path: '/identity?error=access_denied&state=link.a', shows: '[role=alert]' },
  { name: 'registration', path: '/registrations', answers: signedOut },
  { name: 'registration-confirm', path: '/registrations/confirm?token=abc', answers: signedOut },
  { name: 'password-reset', path: '/password-resets', answers: signedOut },
  { name: 'password-new', path: '/password-resets/confirm?token=abc', answers: signedOut },
]

const signIn = async (page: Page) => {
  await page.fill('input[name=email]', 'amina@example.cd')
  await page.fill('input[name=password]', 'kalamu-ya-buluu-57')
  await page.click('button[type=submit]')
}

const pages: [name: string, path: string, shows?: string][] = [
  ['organizations', '/'],
  ['account', '/account', '.records'],
  ['organization-new', '/organizations/new'],
  ['invitation-accept', '/invitations/accept?token=abc'],
  ['organization', o, '.steps'],
  ['members', `${o}/members`, '.records'],
  ['subscriptions', `${o}/subscriptions`, '.choices'],
  ['acts', `${o}/acts`, '.records'],
  ['disputes', `${o}/disputes`, '.messages'],
  ['billing', `${o}/billing`, '.records'],
  ['invoice', `${o}/billing/invoices/inv_1`, '.records'],
  ['applications', `${o}/applications`, '.records'],
  ['application-new', `${o}/applications/new`],
  ['application-settings', s, '.choices'],
  ['application-production', p, '.choices'],
  ['keys', `${s}/keys`, '.records'],
  ['webhook', `${s}/webhook`, '.facts'],
  ['deliveries', `${s}/deliveries`, '.records'],
  ['logs', `${s}/logs?status=403`, '.records'],
  ['request', `${s}/logs/log_1`, '.facts'],
  ['use', `${s}/use`, '.uplot'],
  ['compliance', `${s}/compliance`, '.records'],
  ['conformance', `${s}/conformance`, '.records'],
  ['try', `${s}/try`, 'textarea'],
  ['reviews', `${p}/reviews`, '.records'],
  ['review', `${p}/reviews/rev_1`, '.messages'],
  ['not-found', '/nowhere'],
]

const emptyPages = [
  ...['members', 'acts', 'disputes', 'billing', 'applications', 'keys', 'deliveries', 'logs'],
  ...['compliance', 'conformance', 'reviews'],
]

const given: ConsoleScene[] = [
  ...entrance,
  ...pages.map(([name, path, shows = 'h1']) => ({ name, path, shows })),
  ...pages
    .filter(([name]) => emptyPages.includes(name))
    .map(([name, path]) => ({ name: `${name}-empty`, path, answers: empty, shows: '.empty' })),
  {
    name: 'account-password',
    path: '/account',
    act: (page) => page.click('main button[aria-expanded]'),
    shows: 'input[name=current]',
  },
  {
    name: 'account-new',
    path: '/account',
    answers: { ...empty, 'GET /me': ok(data.newcomer) },
    shows: ':is(.empty:has-text("connexion"), .empty:has-text("sign-in"))',
  },
  {
    name: 'webhook-empty',
    path: `${s}/webhook`,
    answers: { [`GET ${s}/webhook`]: refused(404, 'not_found') },
    shows: '.empty',
  },
  {
    name: 'use-empty',
    path: `${s}/use`,
    answers: { [`GET ${s}/use`]: ok({ ...data.use, data: [] }) },
    shows: '.empty',
  },
  {
    name: 'request-passed',
    path: `${s}/logs/log_1`,
    answers: {
      [`GET ${s}/requests/log_1`]: ok({
        ...data.loggedRequest,
        ...{
          status: 200,
          error: null,
          message: null,
          message_fr: null,
          refused_by: null,
          result_id: 'kyc_1',
        },
      }),
    },
    shows: '.facts',
  },
  {
    name: 'review-begun',
    path: `${p}/reviews/rev_1`,
    answers: { [`GET ${p}/reviews/rev_1`]: ok(data.begunReview) },
    shows: 'textarea',
  },
  { name: 'newcomer', path: '/', answers: { 'GET /me': ok(data.newcomer) }, shows: '.empty' },
  {
    name: 'members-recovery',
    path: `${o}/members`,
    // The other member: roles, sessions, lost factor, removal.
    act: (page) => page.locator('.records button').nth(4).click(),
    shows: '[role=dialog] input[name=reason]',
  },
  {
    name: 'members-failed',
    path: `${o}/members`,
    answers: { [`GET ${o}/members`]: refused(403, 'not_permitted') },
    shows: '[role=alert]',
  },
  {
    name: 'invite',
    path: `${o}/members`,
    act: (page) => page.click('.page-head button'),
    shows: '[role=dialog] .choices',
  },
  {
    ...{ name: 'close-organization', path: o, shows: '[role=dialog] input' },
    act: (page) => page.locator('.section').last().locator('button').click(),
  },
  {
    ...{ name: 'application-made', path: `${o}/applications/new`, shows: '.copied' },
    answers: {
      [`POST ${o}/applications`]: ok({
        ...data.sandbox,
        credentials,
        counterpart: { ...data.production, credentials },
      }),
    },
    act: (page) => submitApplication(page),
  },
  {
    ...{ name: 'application-made-alone', path: `${o}/applications/new`, shows: '.copied' },
    answers: {
      [`POST ${o}/applications`]: ok({ ...data.sandbox, credentials, counterpart: null }),
    },
    act: (page) => submitApplication(page),
  },
  {
    ...{ name: 'try-answer', path: `${s}/try`, shows: '.copied:has-text("SVC-HMAC-SHA256")' },
    async act(page) {
      const key = Buffer.alloc(32).toString('base64url')
      await page.fill('input[placeholder^=sk_]', `sk_test_${key}`)
      await page.fill('input[placeholder^=pek_]', `pek_test_${key}`)
      await page.click('.form button:not([aria-label])')
    },
  },
  {
    name: 'try-no-sandbox',
    path: `${s}/try`,
    answers: {
      'GET /installation': ok({ object: 'installation', sandbox_url: null, ...elsewhere }),
    },
    shows: '.empty',
  },
  { name: 'palette', path: o, act: (page) => page.keyboard.press('Control+k'), shows: '[role=listbox]' },
  {
    ...{ name: 'session-ended', path: '/organizations/new', shows: '[role=dialog] input[name=password]' },
    answers: { 'POST /organizations': refused(401, 'not_signed_in') },
    act: (page) => submitOrganization(page),
  },
  {
    ...{ name: 'step-up', path: '/organizations/new', shows: '[role=dialog] input[name=code]' },
    answers: {
      'POST /organizations': refused(403, 'second_factor_required', { methods: ['totp', 'passkey'] }),
    },
    act: (page) => submitOrganization(page),
  },
  {
    ...{ name: 'changed-meanwhile', path: o, shows: '[role=alert] .facts' },
    answers: {
      [`PATCH ${o}`]: refused(412, 'changed_meanwhile', {
        current: { ...data.organization, name: data.hostile, version: 4 },
      }),
    },
    async act(page) {
      await page.waitForSelector('input[name=name]')
      await page.fill('input[name=name]', 'Banque du Grand Fleuve')
      await page.click('form button[type=submit]')
    },
  },
]

const submitApplication = async (page: Page) => {
  await page.fill('input[name=name]', 'Ouverture de compte')
  await page.click('form button[type=submit]')
}

export const submitOrganization = async (page: Page) => {
  await page.fill('input[name=name]', 'Banque du Fleuve')
  await page.fill('input[name=rccm]', 'CD/KNG/RCCM/00-B-00001')
  await page.click('form button[type=submit]')
}

export const scenes: StaffScene[] = given.map((scene) => ({
  ...scene,
  answers: { ...usual, ...scene.answers },
}))

export const answersOf = ({ answers }: StaffScene): Answers => answers
