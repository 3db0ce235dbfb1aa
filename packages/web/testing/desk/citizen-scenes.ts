import type { Page } from 'playwright-core'
import { hostile } from '../console/console-data.ts'
import { type Answers, ok, refused } from '../contract-server.ts'
import { portrait } from '../portrait.ts'
import type { StaffScene } from '../staff/staff-scene.ts'
import * as data from './desk-data.ts'

const svcId = 'COD-7000-0000-0001'
const path = `/citizens/${svcId}`
const citizen = {
  ...{ svc_id: svcId, status: 'active', certified: true, created_at: '2026-11-24T10:00:00.000Z' },
  ...{ level_of_assurance: 'LOA3', full_name: hostile, first_name: 'Odette', last_name: 'Kalenga' },
  ...{ date_of_birth: '1990-04-03', gender: 'female', nationality: 'COD', emails: [] },
  place_of_birth: { country: 'COD', province: 'Kinshasa', city: 'Gombe' },
  addresses: [
    {
      ...{ country: 'COD', province: 'Kinshasa', city: 'Kinshasa', commune: 'Gombe', quartier: 'Golf' },
      ...{ avenue: 'Kasa-Vubu', number: '12' },
    },
  ],
  phone_numbers: [{ number: '+243812345678' }],
  biometrics: { selfie: null },
  documents: [
    {
      ...{ type: 'national_id', number: 'NN1234567', issued_at: '2020-01-01', expires_at: '2030-01-01' },
      ...{ issuing_authority: hostile, status: 'valid', is_primary: true, image: null },
    },
  ],
}
export const correction = {
  ...data.proposal,
  ...{ id: 'prp_9', act: 'enrolment.correct_citizen', subject: 'a pseudonym', organization_id: null },
  reason: null,
  content: { fields: ['date_of_birth'], sealed: 'c2VhbGVk' },
}
const read = { object: 'citizen', svc_id: svcId, citizen }
const changed = { before: { date_of_birth: '1990-04-03' }, after: { date_of_birth: '1990-03-04' } }
const portraitAnswer = (verdict: object) => ({
  [`POST ${path}/portrait`]: ok({ object: 'portrait', code: null, problems: [], live: null, ...verdict }),
})

const usual: Answers = {
  'GET /me': ok({ ...data.me, roles: ['enrolment_officer'] }),
  [`GET ${path}`]: ok(read),
  'POST /citizens': ok(read),
  [`POST ${path}/corrections`]: ok({ ...changed, svc_id: svcId, status: 'proposed', proposal: correction }),
  'GET /proposals': ok({ object: 'list', data: [correction] }),
  'GET /corrections/prp_9': ok({
    ...changed,
    svc_id: svcId,
    proposal: { ...correction, reason: 'Une erreur de saisie.' },
  }),
}

const typeCitizen = async (page: Page) => {
  await page.fill('input[name=svc_id]', 'cod 7000 0000 0001')
  await page.fill('input[name=last_name]', hostile)
  await page.fill('input[name=first_name]', 'Odette')
  await page.fill('input[name=date_of_birth]', '1990-04-03')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.second-look')
}
const enterCitizen = async (page: Page) => {
  await typeCitizen(page)
  // The check box has the focus.
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
}
const choosePortrait = async (page: Page) => {
  await page.setInputFiles('.portrait input[type=file]', portrait)
  await page.click('.portrait img ~ div button')
}
const compare = async (page: Page) => {
  await page.click('details:has(input[name=date_of_birth]) summary')
  await page.fill('input[name=date_of_birth]', '1990-03-04')
  await page.keyboard.press('Enter')
  await page.waitForSelector('form .records')
}
const propose = async (page: Page) => {
  await compare(page)
  await page.fill('form:has(.records) textarea', 'L’extrait de naissance le dit.')
  await page.click('form:has(.records) button[type=submit]')
}
const readCorrection = async (page: Page) => {
  await page.click('.section button')
  await page.waitForSelector('.records')
}
const agree = async (page: Page) => {
  await readCorrection(page)
  await page.fill('.decision textarea >> nth=0', 'Comparé avec l’extrait.')
  await page.click('.decision button[type=submit] >> nth=0')
}
const withoutCamera = 'navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error())'

type CitizenScene = Omit<StaffScene, 'answers'> & { answers?: Answers }

const given: CitizenScene[] = [
  { name: 'citizens', path: '/citizens' },
  {
    ...{ name: 'citizens-refused', path: '/citizens', shows: '.mantine-TextInput-error' },
    async act(page) {
      await page.fill('input[name=svc_id]', 'COD-1')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'citizen', path, shows: '.portrait' },
  { name: 'citizen-auditor', path, shows: '.records', answers: { 'GET /me': ok(data.auditor) } },
  {
    ...{ name: 'citizen-missing', path, shows: '[role=alert]' },
    answers: { [`GET ${path}`]: refused(404, 'not_found', { reason: 'citizen_not_found' }) },
  },
  { name: 'citizen-new', path: '/citizens/new' },
  { name: 'citizen-second-look', path: '/citizens/new', act: typeCitizen, shows: '.second-look' },
  {
    ...{ name: 'citizen-entry-refused', path: '/citizens/new', act: enterCitizen, shows: '[role=alert]' },
    answers: { 'POST /citizens': refused(400, 'invalid_request', { field: 'date_of_birth' }) },
  },
  {
    ...{ name: 'citizen-document', path, shows: 'input[name=number]' },
    act: (page) => page.click('details:has(input[name=number]) summary'),
  },
  {
    ...{ name: 'portrait-camera', path, shows: '.portrait video ~ div button:enabled >> nth=1' },
    act: (page) => page.click('.portrait button'),
  },
  {
    ...{ name: 'portrait-without-camera', path, shows: '.portrait [role=status]' },
    async act(page) {
      await page.evaluate(withoutCamera)
      await page.click('.portrait button')
    },
  },
  {
    ...{ name: 'portrait-taken', path, shows: '.portrait img' },
    act: (page) => page.setInputFiles('.portrait input[type=file]', portrait),
  },
  {
    ...{ name: 'portrait-refused', path, act: choosePortrait, shows: '.portrait [role=alert]' },
    answers: portraitAnswer({
      ...{ status: 'refused', code: 'image_quality_insufficient', problems: ['blurred', 'underexposed'] },
    }),
  },
  {
    ...{ name: 'portrait-not-live', path, act: choosePortrait, shows: '.portrait [role=alert]' },
    answers: portraitAnswer({ status: 'refused', code: 'liveness_failed', live: false }),
  },
  {
    ...{ name: 'portrait-stored', path, act: choosePortrait, shows: '.portrait [role=status]' },
    answers: portraitAnswer({ status: 'stored', live: true }),
  },
  { name: 'correction-compared', path, act: compare, shows: 'form .records' },
  { name: 'correction-proposed', path, act: propose, shows: 'form [role=status]' },
  { name: 'correction-read', path: '/proposals', act: readCorrection, shows: '.decision form' },
  {
    ...{ name: 'correction-changed-meanwhile', path: '/proposals', act: agree },
    ...{ shows: '.changed [role=alert]' },
    answers: { [`POST ${path}/corrections`]: refused(412, 'changed_meanwhile') },
  },
]

/** The scenes of enrolment. */
export const citizenScenes: StaffScene[] = given.map((scene) => ({
  ...scene,
  answers: { ...usual, ...scene.answers },
}))
