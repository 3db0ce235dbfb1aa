import { expect, test } from 'vitest'
import { fromEarlierTexts } from './earlier-texts.ts'
import { writeNotification } from './notification.ts'
import { texts as french } from './texts/fr.ts'

test('a request names the application and exactly its scopes, in the language', () => {
  const scopes = ['profile', 'svc:kyc.religion']
  const message = { kind: 'sign_in', id: '01A.01B', application: 'Banque', scopes }
  expect(writeNotification(message, french)).toEqual({
    title: 'Banque demande à vous identifier',
    body: `${french.scopes.profile} · ${french.scopes['kyc.religion']}`,
    tag: 'sign_in 01A.01B',
    data: { path: '/#/approvals/01A.01B' },
  })
})

test('the other kinds have their own words', () => {
  const titleOf = (message: object) => writeNotification(message, french).title
  expect(titleOf({ kind: 'consent', application: 'Micro' })).toContain('Micro demande votre accord')
  expect(titleOf({ kind: 'access' })).toBe('Vos données ont été consultées')
  expect(titleOf({ kind: 'guess' })).toBe('Quelqu’un essaie des codes pour votre compte')
  expect(titleOf({ kind: 'device', device: 'iPhone' })).toBe('Nouvel appareil\u00a0: iPhone')
})

test.each([null, {}, { kind: 7 }, { kind: 'sign_in', scopes: 'profile' }, 'text'])(
  'the message %j shows the name of the app and never fails',
  (message) => {
    expect(writeNotification(message, french).title).toContain('Nani')
    expect(writeNotification(message, null)).toMatchObject({ title: 'Nani', body: '' })
  },
)

test.each([
  [{ kind: 'sign_in', id: '01A.01B' }, '/#/approvals/01A.01B'],
  [{ kind: 'consent', id: 'cnr_1' }, '/#/consents/cnr_1'],
  [{ kind: 'access' }, '/#/accesses'],
  [{ kind: 'device', id: 'dev_1' }, '/'],
  [{ kind: 'sign_in', id: '../../evil' }, '/'],
  [{ kind: 'consent', id: '//evil.example' }, '/'],
  [{ kind: 'other', id: '01A' }, '/'],
  [{ kind: 'constructor', id: '01A' }, '/'],
])('a tap on %j opens %s', (message, path) => {
  expect(writeNotification(message, french).data).toEqual({ path })
})

test('the texts of an app of before still have words for each kind', () => {
  const { notices, scopes } = french
  const device = notices.device.replace('{device}', '{name}')
  const { sign_in: signIn, consent, access, guess } = notices
  expect(fromEarlierTexts({ signIn, consent, access, device, guess, scopes })).toEqual({ notices, scopes })
})
