import type { Page } from 'playwright-core'
import { type Answers, ok, refused } from './contract-server.ts'
import * as data from './scene-data.ts'

/** One screen in one state: the answers of the server, the way to it, and what a person does there. */
export type Scene = {
  name: string
  /** The path after `#`. */
  path?: string
  /** A page of its own, in place of the app's start. */
  file?: string
  /** A browser that is not registered. */
  isNew?: boolean
  answers?: Answers
  act?: (page: Page) => Promise<unknown>
  /** The scene is ready when this is visible. */
  shows: string
}

const signedIn: Answers = {
  'GET /me': ok(data.me),
  'GET /approvals': ok({ approvals: [] }),
  'GET /consents': ok({ consents: [] }),
}
export const answersOf = ({ answers, isNew }: Scene): Answers => ({ ...(isNew ? {} : signedIn), ...answers })

const key = {
  challenge: 'Y2hhbGxlbmdl',
  next: 'key',
  webauthn: {
    challenge: 'Y2hhbGxlbmdl',
    rp: { name: 'Nani' },
    user: { id: 'AQ', name: 'n', displayName: 'n' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { userVerification: 'required' },
  },
}
export const enrolmentAnswers: Answers = {
  'POST /enrolments': ok({ id: 'enr_1', code_length: 6 }),
  'POST /enrolments/enr_1/code': ok({ next: 'face' }),
  'POST /enrolments/enr_1/face': ok(key),
  'POST /enrolments/enr_1/key': ok({ device: data.me.device }),
  'GET /me': ok(data.me),
  'GET /approvals': ok({ approvals: [] }),
  'GET /consents': ok({ consents: [] }),
}

const submit = (page: Page) => page.click('button[type=submit]')
const toCode = async (page: Page) => {
  await page.click('button.main')
  await page.fill('#identifier', '+243 81 234 56 78')
  await submit(page)
}
const toFace = async (page: Page) => {
  await toCode(page)
  await page.fill('#code', '123456')
  await submit(page)
}
const takePhoto = async (page: Page) => {
  await page.waitForSelector('.face button:not([aria-disabled])')
  await page.click('.face button')
}
const toKey = async (page: Page) => {
  await toFace(page)
  await takePhoto(page)
}
const withCode = (changes: Answers): Answers => ({ ...enrolmentAnswers, ...changes })

const enrolment: Scene[] = [
  { name: 'welcome', isNew: true, shows: '.promises' },
  { name: 'revoke', file: 'revoke#token', isNew: true, shows: '.danger' },
  {
    name: 'device-removed',
    answers: {
      'GET /me': refused(401, 'not_signed_in'),
      'POST /session/challenge': ok({ challenge: 'Y2hhbGxlbmdl' }),
      'POST /session': refused(422, 'signature_wrong'),
    },
    shows: '.notice',
  },
  {
    name: 'enrol-1-identifier',
    isNew: true,
    act: (page) => page.click('button.main'),
    shows: '#identifier',
  },
  { name: 'enrol-2-code', isNew: true, answers: enrolmentAnswers, act: toCode, shows: '#code' },
  {
    name: 'enrol-2-code-wrong',
    isNew: true,
    answers: withCode({ 'POST /enrolments/enr_1/code': refused(422, 'code_wrong', { attempts_left: 2 }) }),
    act: toFace,
    shows: '.notice',
  },
  {
    name: 'enrol-2-ended',
    isNew: true,
    answers: withCode({ 'POST /enrolments/enr_1/code': refused(422, 'enrolment_ended') }),
    act: toFace,
    shows: '.notice',
  },
  {
    name: 'enrol-3-face',
    isNew: true,
    answers: enrolmentAnswers,
    act: toFace,
    shows: '.face button:not([aria-disabled])',
  },
  {
    name: 'enrol-3-face-fault',
    isNew: true,
    answers: withCode({ 'POST /enrolments/enr_1/face': refused(422, 'face_capture', { fault: 'too_dark' }) }),
    act: toKey,
    shows: '.notice',
  },
  { name: 'enrol-4-key', isNew: true, answers: enrolmentAnswers, act: toKey, shows: '#device-name' },
  {
    name: 'enrol-5-done',
    isNew: true,
    answers: enrolmentAnswers,
    act: async (page) => {
      await toKey(page)
      await page.waitForSelector('#device-name')
      await submit(page)
    },
    shows: '.notice.done',
  },
]

const approvals = (changes: Answers = {}): Answers => ({
  'GET /approvals': () => ok({ approvals: [data.approval()] }),
  ...changes,
})
const answerWith = async (page: Page) => {
  await page.click('.numbers label:nth-of-type(2)')
  await page.click('.pair button:last-child')
  await takePhoto(page)
}
const approvalScene = (name: string, answers: Answers, shows = '.outcome'): Scene => ({
  name: `approval-${name}`,
  path: 'approvals/apr_1',
  answers: approvals(answers),
  act: answerWith,
  shows,
})

const approving: Scene[] = [
  { name: 'approval', path: 'approvals/apr_1', answers: approvals(), shows: '.numbers' },
  {
    name: 'approval-with-logo',
    path: 'approvals/apr_1',
    answers: { 'GET /approvals': () => ok({ approvals: [data.approval({ logo: 'app_1/hash.png' })] }) },
    shows: '.mark-of-application[src="/logos/app_1/hash.png"]',
  },
  {
    name: 'approval-without-number',
    path: 'approvals/apr_1',
    answers: approvals(),
    act: (page) => page.click('.pair button:last-child'),
    shows: '.notice',
  },
  {
    name: 'approval-face',
    path: 'approvals/apr_1',
    answers: approvals(),
    act: async (page) => {
      await page.click('.numbers label:nth-of-type(2)')
      await page.click('.pair button:last-child')
    },
    shows: '.face button:not([aria-disabled])',
  },
  approvalScene(
    'face-fault',
    { 'POST /approvals/apr_1': refused(422, 'face_capture', { fault: 'no_face' }) },
    '.notice',
  ),
  approvalScene('approved', { 'POST /approvals/apr_1': ok({ status: 'approved' }) }),
  approvalScene('wrong-number', { 'POST /approvals/apr_1': refused(422, 'number_wrong') }),
  approvalScene('not-recognised', { 'POST /approvals/apr_1': refused(422, 'face_not_recognised') }),
  approvalScene('ended', { 'POST /approvals/apr_1': refused(422, 'approval_ended') }),
  {
    name: 'approval-denied',
    path: 'approvals/apr_1',
    answers: approvals({ 'POST /approvals/apr_1': ok({ status: 'declined' }) }),
    act: (page) => page.click('.pair button:first-child'),
    shows: '.outcome',
  },
]

const listed: Scene[] = [
  { name: 'home', shows: '.calm' },
  {
    name: 'home-waiting',
    answers: approvals({ 'GET /consents': ok({ consents: data.consents() }) }),
    shows: '.card',
  },
  {
    name: 'consents',
    path: 'consents',
    answers: { 'GET /consents': ok({ consents: data.consents() }) },
    shows: '.card',
  },
  { name: 'consents-none', path: 'consents', shows: '.empty' },
  {
    name: 'consent-request',
    path: 'consents/cnr_1',
    answers: { 'GET /consents': ok({ consents: data.consents() }) },
    shows: '.mark-of-application[src="/logos/app_2/hash.png"]',
  },
  {
    name: 'consent-revoke',
    path: 'consents',
    answers: { 'GET /consents': ok({ consents: data.consents() }) },
    act: (page) => page.click('.card .button.quiet'),
    shows: 'dialog[open]',
  },
  {
    name: 'history',
    path: 'history',
    answers: { 'GET /history': ok({ entries: data.history }) },
    shows: '.card',
  },
  {
    name: 'devices',
    path: 'devices',
    answers: { 'GET /devices': ok({ devices: data.devices }) },
    shows: '.card',
  },
  { name: 'more', path: 'more', shows: '.menu' },
  {
    name: 'settings',
    path: 'settings',
    answers: { 'GET /push/key': ok({ public_key: 'BA' }) },
    shows: '.switch',
  },
  {
    name: 'failed',
    path: 'history',
    answers: { 'GET /history': refused(500, 'internal_error') },
    shows: '.notice',
  },
]

const disputing: Answers = { 'GET /accesses/acc_2': ok(data.accesses[1]) }
const log = (entries: readonly object[], next_cursor: string | null = null): Answers => ({
  'GET /accesses': ok({ entries, next_cursor }),
})
const logged: Scene[] = [
  { name: 'accesses', path: 'accesses', answers: log(data.accesses, 'next'), shows: '.card' },
  {
    name: 'accesses-filters',
    path: 'accesses',
    answers: log(data.accesses),
    act: (page) => page.click('.filters summary'),
    shows: '#filter-from',
  },
  { name: 'accesses-none', path: 'accesses', answers: log([]), shows: '.empty' },
  { name: 'dispute', path: 'dispute/acc_2', answers: disputing, shows: '#dispute' },
  {
    name: 'dispute-of-credit',
    path: 'dispute/acc_4',
    answers: { 'GET /accesses/acc_4': ok(data.accessForCredit) },
    shows: '#dispute',
  },
  {
    name: 'dispute-already-sent',
    path: 'dispute/acc_3',
    answers: { 'GET /accesses/acc_3': ok(data.accesses[2]) },
    shows: '.facts + .link',
  },
  {
    name: 'dispute-unknown',
    path: 'dispute/x',
    answers: { 'GET /accesses/x': refused(404, 'not_found') },
    shows: '.notice',
  },
  {
    name: 'dispute-sent',
    path: 'dispute/acc_2',
    answers: { ...disputing, 'POST /accesses/acc_2/disputes': { status: 201, body: {} } },
    act: async (page) => {
      await page.fill('#dispute', 'Je ne connais pas cette agence.')
      await submit(page)
    },
    shows: '.notice.done',
  },
  {
    name: 'disputes',
    path: 'disputes',
    answers: { 'GET /disputes': ok({ disputes: data.disputes }) },
    shows: '.card',
  },
]

export const scenes: readonly Scene[] = [...enrolment, ...listed, ...approving, ...logged]
