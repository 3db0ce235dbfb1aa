import { sessions, signIns } from '../console/console-data.ts'
import { type Answers, ok, refused } from '../contract-server.ts'
import type { StaffScene } from '../staff/staff-scene.ts'
import { areaScenes } from './area-scenes.ts'
import { caseScenes } from './case-scenes.ts'
import { citizenScenes } from './citizen-scenes.ts'
import * as data from './desk-data.ts'

type DeskScene = Omit<StaffScene, 'answers'> & { answers?: Answers }

const list = (...items: unknown[]) => ok({ object: 'list', data: items, next_cursor: null })
const o = `/organizations/${data.organizationId}`

/** The answers of a desk in use. A scene replaces some of them. */
const usual: Answers = {
  'GET /me': ok(data.me),
  'GET /me/sessions': list(...sessions),
  'GET /me/sign-ins': list(...signIns),
  'GET /queue': ok(data.queue),
  'GET /search': list(...data.found),
  'GET /proposals': list(data.proposal, data.ownProposal, data.recovery, data.memberRecovery),
  'GET /operators': list(data.operator),
  'GET /organizations': list(data.organization),
  [`GET ${o}`]: ok(data.organization),
  'GET /reviews': list(data.listedReview),
  'GET /reviews/rev_1': ok(data.review),
  'GET /reviews/rev_1/difference': ok(data.difference),
  'GET /audit': list(data.act),
  'GET /alarms': list(data.alarm),
}
const signedOut: Answers = { 'GET /me': refused(401, 'not_signed_in') }
const review = '/reviews/rev_1'
/** A database does not answer. An error is another notice. */
const unread = '.notice[role=status]'
const withReview = (own: unknown): Answers => ({ [`GET ${review}`]: ok(own) })

const pages: [name: string, path: string, shows?: string][] = [
  ['queue', '/', '.records'],
  ['account', '/account', '.records'],
  ['search', '/search?q=banque', '.records'],
  ['search-start', '/search', '.empty'],
  ['proposals', '/proposals', '.facts'],
  ['operators', '/operators', '.records'],
  ['organizations', '/organizations', '.records'],
  ['organization', o, '.records'],
  ['reviews', '/reviews', '.records'],
  ['review', review, '.messages'],
  ['audit', '/audit?action=members.change_roles', '.records'],
  ['not-found', '/nowhere'],
]
const listed = ['queue', 'search', 'proposals', 'organizations', 'reviews', 'audit']
const empty: Answers = {
  ...Object.fromEntries(
    ['/search', '/proposals', '/organizations', '/reviews', '/audit', '/alarms'].map((path) => [
      `GET ${path}`,
      list(),
    ]),
  ),
  'GET /queue': ok({
    ...{ object: 'queue', counts: {}, data: [] },
    parts: { mine: 0, second_person: 0, late: 0 },
  }),
}

const given: DeskScene[] = [
  { name: 'sign-in', path: '/sign-in', answers: signedOut },
  { name: 'enrolment', path: '/enrolment#token=abc', answers: signedOut },
  {
    ...{ name: 'enrolment-refused', path: '/enrolment#token=abc', shows: '[role=alert]' },
    answers: { ...signedOut, 'POST /enrolments': refused(400, 'invalid_request', { field: 'token' }) },
    async act(page) {
      await page.fill('input[name=password]', 'kalamu-ya-buluu-57')
      await page.click('button[type=submit]')
    },
  },
  { name: 'first-factor', path: '/', answers: { 'GET /me': ok(data.newcomer) }, shows: '.empty' },
  ...pages.map(([name, path, shows = 'h1']) => ({ name, path, shows })),
  ...pages
    .filter(([name]) => listed.includes(name))
    .map(([name, path]) => ({ name: `${name}-empty`, path, answers: empty, shows: '.empty' })),
  { name: 'keys', path: '/', act: (page) => page.keyboard.press('?'), shows: '[role=dialog] .facts' },
  {
    ...{ name: 'palette', path: '/', shows: '[role=listbox]' },
    act: (page) => page.keyboard.press('Control+k'),
  },
  {
    ...{ name: 'queue-failed', path: '/', shows: '[role=alert]' },
    answers: { 'GET /queue': refused(500, 'internal_error') },
  },
  {
    ...{ name: 'search-unread', path: '/search?q=banque', shows: unread },
    answers: { 'GET /search': ok({ object: 'list', data: data.found, unread: ['north'] }) },
  },
  {
    ...{ name: 'organization-unread', path: o, shows: unread },
    answers: { [`GET ${o}`]: ok({ ...data.organization, applications: [], unread: ['north'] }) },
  },
  {
    ...{ name: 'organization-verified', path: o, shows: 'details form' },
    answers: { [`GET ${o}`]: ok(data.verified) },
    act: (page) => page.click('details summary'),
  },
  {
    ...{ name: 'organization-proposed', path: o, shows: '.decision form' },
    answers: { [`GET ${o}`]: ok({ ...data.verified, proposals: [data.proposal] }) },
  },
  {
    ...{ name: 'organization-new-logo', path: o, shows: '.logo' },
    answers: { [`GET ${o}`]: ok(data.withNewLogo) },
    act: (page) => page.locator('details summary').last().click(),
  },
  {
    ...{ name: 'organization-unregistered', path: o, shows: '.records' },
    answers: {
      [`GET ${o}`]: ok({
        ...data.organization,
        business: null,
        differences: [{ field: 'rccm', organization: 'CD/1', register: null }],
      }),
    },
  },
  {
    ...{ name: 'review-without-run', path: review, shows: '.messages' },
    answers: withReview({ ...data.review, conformance_run: null, reason: 'Précisez la durée.' }),
  },
  { name: 'review-complete', path: review, answers: withReview(data.complete), shows: '.decision form' },
  {
    ...{ name: 'review-proposed', path: review, shows: '.decision form' },
    answers: withReview({ ...data.complete, proposal: data.reviewProposal }),
  },
  {
    ...{ name: 'review-own-proposal', path: review, shows: '.decision form' },
    answers: withReview({
      ...data.complete,
      proposal: { ...data.reviewProposal, proposed_by: data.me.name },
    }),
  },
  {
    ...{ name: 'review-changed-meanwhile', path: review, shows: '.notice[role=alert]' },
    answers: {
      ...withReview({ ...data.complete, proposal: data.reviewProposal }),
      [`POST ${review}/decide`]: refused(412, 'changed_meanwhile'),
    },
    act: (page) => page.locator('.section').last().locator('button[type=submit]').first().click(),
  },
  {
    ...{ name: 'step-up', path: '/operators', shows: '[role=dialog] input[name=code]' },
    answers: {
      'POST /operators/jonas%40nani.cd/second-factor-recovery': refused(403, 'second_factor_required', {
        methods: ['totp', 'passkey'],
      }),
    },
    async act(page) {
      await page.fill('input[type=email]', 'jonas@nani.cd')
      await page.fill('textarea', 'Le téléphone est perdu.')
      await page.click('form button[type=submit]')
    },
  },
]

const ofEveryone: StaffScene[] = [
  ...given.map((scene) => ({ ...scene, answers: { ...usual, ...scene.answers } })),
  ...areaScenes,
  ...caseScenes,
  ...citizenScenes,
]

/** These pages are shown to an auditor too, who sees them without acts. */
const readByAuditors = [
  ...['queue', 'search', 'proposals', 'operators', 'organizations', 'organization', 'reviews', 'review'],
  ...['audit', 'cases', 'case', 'lists', 'list', 'preview', 'disputes', 'dispute', 'billing', 'citizens'],
]
const ofAuditors: StaffScene[] = ofEveryone
  .filter(({ name }) => readByAuditors.includes(name))
  .map((scene) => ({
    ...{ ...scene, name: `${scene.name}-auditor` },
    answers: { ...scene.answers, 'GET /me': ok(data.auditor) },
  }))

export const scenes: StaffScene[] = [...ofEveryone, ...ofAuditors]

const onPhones = ['queue', 'proposals', 'account', 'review-proposed', 'case-proposed', 'billing']

/** What the desk shows on a phone: the queue, the approvals of a second person, and a notice in place of other pages. */
export const phoneScenes: StaffScene[] = [
  ...scenes.filter(({ name }) => onPhones.includes(name)),
  ...scenes
    .filter(({ name }) => name === 'organizations')
    .map((scene) => ({ ...scene, name: 'larger-screen', shows: 'h1' })),
]
