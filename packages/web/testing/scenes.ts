import type { Page } from 'playwright-core'
import { type Answers, ok, refused } from './contract-server.ts'
import { enrolment, submit, takePhoto } from './enrolment-scenes.ts'
import type { Scene } from './scene.ts'
import * as data from './scene-data.ts'

const signedIn: Answers = {
  'GET /me': ok(data.me),
  'GET /approvals': ok({ approvals: [] }),
  'GET /consents': ok({ consents: [] }),
}
export const answersOf = ({ answers, isNew }: Scene): Answers => ({ ...(isNew ? {} : signedIn), ...answers })

const approvals = (changes: Answers = {}): Answers => ({
  'GET /approvals': () => ok({ installation: data.installation, approvals: [data.approval()] }),
  'POST /approvals/apr_1/number': ok({ status: 'number_right' }),
  ...changes,
})
const askForNumber = async (page: Page) => {
  await page.click('.pair button:last-child')
  await page.waitForSelector('#shown-number')
}
const typeNumber = async (page: Page) => {
  await askForNumber(page)
  await page.fill('#shown-number', '42')
  await submit(page)
}
const wrongNumber: Answers = approvals({ 'POST /approvals/apr_1/number': refused(422, 'number_wrong') })
const answerWith = async (page: Page) => {
  await typeNumber(page)
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
  { name: 'approval', path: 'approvals/apr_1', answers: approvals(), shows: '.pair' },
  {
    name: 'approval-with-logo',
    path: 'approvals/apr_1',
    answers: {
      'GET /approvals': () =>
        ok({ installation: data.installation, approvals: [data.approval({ logo: 'app_1/hash.png' })] }),
    },
    shows: '.mark-of-application[src="/logos/app_1/hash.png"]',
  },
  {
    name: 'approval-number',
    path: 'approvals/apr_1',
    answers: approvals(),
    act: askForNumber,
    shows: '#shown-number:focus',
  },
  {
    name: 'approval-face',
    path: 'approvals/apr_1',
    answers: approvals(),
    act: typeNumber,
    shows: '.face button:not([aria-disabled])',
  },
  {
    name: 'approval-wrong-number',
    path: 'approvals/apr_1',
    answers: wrongNumber,
    act: typeNumber,
    shows: '.outcome',
  },
  {
    name: 'approval-reported',
    path: 'approvals/apr_1',
    answers: { ...wrongNumber, 'POST /approvals/apr_1/report': ok({ status: 'reported', ended: 1 }) },
    act: async (page) => {
      await typeNumber(page)
      await page.waitForSelector('.outcome')
      await page.click('.pair button')
    },
    shows: '.notice.done',
  },
  approvalScene(
    'face-fault',
    { 'POST /approvals/apr_1': refused(422, 'face_capture', { fault: 'no_face' }) },
    '.notice',
  ),
  approvalScene('approved', { 'POST /approvals/apr_1': ok({ status: 'approved' }) }),
  approvalScene('not-recognised', { 'POST /approvals/apr_1': refused(422, 'face_not_recognised') }),
  approvalScene('ended', { 'POST /approvals/apr_1': refused(422, 'approval_ended') }),
  {
    name: 'approval-denied',
    path: 'approvals/apr_1',
    answers: approvals({ 'POST /approvals/apr_1': ok({ status: 'declined' }) }),
    act: (page) => page.click('.pair button:first-child'),
    shows: '.outcome',
  },
  { name: 'approval-unknown', path: 'approvals/apr_9', shows: 'main > p:not([role])' },
]

const consenting = (changes: Answers = {}): Answers => ({
  'GET /consents': () => ok({ consents: data.consents() }),
  ...changes,
})
const consentScene = (name: string, answers: Answers): Scene => ({
  name: `consent-${name}`,
  path: 'consents/cnr_1',
  answers: consenting(answers),
  act: (page) => page.click('.pair button:last-child'),
  shows: '.outcome',
})

const log = (entries: readonly object[], next_cursor: string | null = null): Answers => ({
  'GET /accesses': ok({ entries, next_cursor }),
})
const listed: Scene[] = [
  { name: 'home', shows: '.calm' },
  { name: 'home-recent', answers: log(data.accesses), shows: '.recent' },
  {
    name: 'home-unreachable',
    answers: { ...log(data.accesses), 'GET /approvals': refused(502, 'fault') },
    shows: '.notice.problem + .button',
  },
  {
    name: 'home-waiting',
    answers: approvals({ 'GET /consents': ok({ consents: data.consents() }) }),
    shows: '.card',
  },
  { name: 'home-new-device', answers: { 'GET /me': ok(data.meWithNewDevice) }, shows: '.card .pair' },
  {
    name: 'home-quiet',
    answers: {
      'GET /approvals': ok({ approvals: [], quiet: true }),
      'POST /approvals/find': ok({ approvals: [] }),
    },
    act: async (page) => {
      await page.fill('#quiet-number', '42')
      await submit(page)
    },
    shows: '.notice',
  },
  { name: 'consents', path: 'consents', answers: consenting(), shows: '.card' },
  { name: 'consents-none', path: 'consents', shows: '.empty' },
  {
    name: 'consent-request',
    path: 'consents/cnr_1',
    answers: consenting(),
    shows: '.mark-of-application[src="/logos/app_2/hash.png"]',
  },
  consentScene('approved', { 'POST /consents/cnr_1/approve': ok({}) }),
  consentScene('ended', { 'POST /consents/cnr_1/approve': refused(422, 'consent_ended') }),
  { name: 'consent-unknown', path: 'consents/cnr_9', shows: '.empty' },
  {
    name: 'consent-revoke',
    path: 'consents',
    answers: consenting(),
    act: (page) => page.click('.card .button.quiet'),
    shows: 'dialog[open]',
  },
  {
    name: 'consent-revoked',
    path: 'consents',
    answers: consenting({ 'POST /consents/cns_2/revoke': ok({}) }),
    act: async (page) => {
      await page.click('.card .button.quiet')
      await page.click('dialog .danger')
    },
    shows: '.notice.done',
  },
  {
    name: 'history',
    path: 'history',
    answers: { 'GET /history': ok({ entries: data.history, next_cursor: 'a next/part' }) },
    shows: '.card',
  },
  {
    name: 'history-none',
    path: 'history',
    answers: { 'GET /history': ok({ entries: [], next_cursor: null }) },
    shows: '.empty',
  },
  {
    name: 'devices',
    path: 'devices',
    answers: { 'GET /devices': ok({ devices: data.devices }) },
    shows: '.card',
  },
  {
    name: 'device-remove',
    path: 'devices',
    answers: { 'GET /devices': ok({ devices: data.devices }) },
    act: (page) => page.click('.card .button.quiet'),
    shows: 'dialog[open] .device-name',
  },
  {
    name: 'devices-removed',
    path: 'devices',
    answers: { 'GET /devices': ok({ devices: data.devices }), 'DELETE /devices/dev_2': ok({}) },
    act: async (page) => {
      await page.click('.card:has-text("iPhone") .button.quiet')
      await page.click('dialog .danger')
    },
    shows: '.notice.done',
  },
  { name: 'locked', path: 'settings', act: (page) => page.click('.button.equal'), shows: '.welcome-head' },
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
  {
    name: 'accesses-part-missing',
    path: 'accesses',
    answers: { 'GET /accesses': ok({ entries: data.accesses, next_cursor: null, unread: ['north'] }) },
    shows: '.notice.problem ~ section .card',
  },
  {
    name: 'home-part-missing',
    answers: { 'GET /consents': ok({ consents: [], unread: ['north'] }) },
    shows: '.notice.problem',
  },
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
