import type { Page } from 'playwright-core'
import { type Answers, ok, refused } from './contract-server.ts'
import type { Scene } from './scene.ts'
import * as data from './scene-data.ts'

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
  'POST /enrolments': ok({ id: 'enr_1', code_length: 8, next_message_at: '2100-01-01T10:00:00Z' }),
  'GET /enrolments/enr_1': ok({ next: 'code' }),
  'POST /enrolments/enr_1/code': ok({ next: 'face' }),
  'POST /enrolments/enr_1/face': ok(key),
  'POST /enrolments/enr_1/key': ok({ device: data.me.device }),
  'GET /me': ok(data.me),
  'GET /approvals': ok({ approvals: [] }),
  'GET /consents': ok({ consents: [] }),
}

export const submit = (page: Page) => page.click('button[type=submit]')
const toCode = async (page: Page) => {
  await page.click('button.main')
  await page.fill('#identifier', '+243 81 234 56 78')
  await submit(page)
}
const toFace = async (page: Page) => {
  await toCode(page)
  await page.fill('#code', 'k7qm-2xpa')
  await submit(page)
}
export const takePhoto = async (page: Page) => {
  await page.waitForSelector('.face button:not([aria-disabled])')
  await page.click('.face button')
}
const toKey = async (page: Page) => {
  await toFace(page)
  await takePhoto(page)
}
const delayed = refused(503, 'message_delayed', { next_message_at: '2100-01-01T10:00:00Z' })
const withCode = (changes: Answers): Answers => ({ ...enrolmentAnswers, ...changes })

/** The device of the link of a message. */
const reported = ok({
  device: {
    name: 'Windows · Edge',
    created_at: '2026-11-22T22:10:00Z',
    last_used_at: '2026-11-22T22:12:00Z',
  },
})

/** A device that is not registered, or no longer. */
export const enrolment: readonly Scene[] = [
  { name: 'welcome', isNew: true, shows: '.promises' },
  {
    name: 'revoke',
    file: 'revoke#token',
    isNew: true,
    answers: { 'POST /revocations/device': reported },
    shows: '.device-name',
  },
  {
    name: 'revoke-gone',
    file: 'revoke#token',
    isNew: true,
    answers: { 'POST /revocations/device': refused(404, 'not_found') },
    shows: '.notice.problem ~ .main',
  },
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
    name: 'enrol-1-delayed',
    isNew: true,
    answers: withCode({ 'POST /enrolments': delayed }),
    act: toCode,
    shows: '.notice',
  },
  {
    name: 'enrol-2-send-again',
    isNew: true,
    answers: withCode({
      'POST /enrolments': ok({ id: 'enr_1', code_length: 8, next_message_at: '2020-01-01T10:00:00Z' }),
    }),
    act: toCode,
    shows: '#code',
  },
  {
    name: 'enrol-2-code-ended',
    isNew: true,
    answers: withCode({ 'POST /enrolments/enr_1/code': refused(422, 'code_ended') }),
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
  {
    name: 'enrol-3-not-recognised',
    isNew: true,
    answers: withCode({ 'POST /enrolments/enr_1/face': refused(422, 'face_not_recognised') }),
    act: toKey,
    shows: '.notice',
  },
  {
    name: 'enrol-4-too-many-devices',
    isNew: true,
    answers: withCode({ 'POST /enrolments/enr_1/key': refused(422, 'too_many_devices') }),
    act: async (page) => {
      await toKey(page)
      await page.waitForSelector('#device-name')
      await submit(page)
    },
    shows: '.notice',
  },
  {
    name: 'revoke-done',
    file: 'revoke#token',
    isNew: true,
    answers: { 'POST /revocations/device': reported, 'POST /revocations': ok({}) },
    act: (page) => page.click('.danger'),
    shows: '.notice.done',
  },
  { name: 'unreachable', answers: { 'GET /me': refused(500, 'internal_error') }, shows: '.notice' },
]
