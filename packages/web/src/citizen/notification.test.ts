import { expect, test } from 'vitest'
import { writeNotification } from './notification.ts'
import { notificationTexts } from './offline.ts'
import { texts as french } from './texts/fr.ts'

const texts = notificationTexts(french)

test('a request names the application and exactly its scopes, in the language', () => {
  const message = { kind: 'sign_in', application: 'Banque', scopes: ['profile', 'svc:kyc.religion'] }
  expect(writeNotification(message, texts)).toEqual({
    title: 'Banque demande à vous identifier',
    body: `${french.scopes.profile} · ${french.scopes['kyc.religion']}`,
    tag: 'sign_in',
  })
})

test('the other kinds have their own words', () => {
  const titleOf = (message: object) => writeNotification(message, texts).title
  expect(titleOf({ kind: 'consent', application: 'Micro' })).toContain('Micro demande votre accord')
  expect(titleOf({ kind: 'access', organization: 'Banque SA' })).toBe('Banque SA a consulté vos données')
  expect(titleOf({ kind: 'device', device: 'iPhone' })).toBe('Nouvel appareil : iPhone')
})

test.each([null, {}, { kind: 7 }, { kind: 'sign_in', scopes: 'profile' }, 'text'])(
  'the message %j shows the name of the app and never fails',
  (message) => {
    expect(writeNotification(message, texts).title).toContain('Nani')
    expect(writeNotification(message, null)).toMatchObject({ title: 'Nani', body: '' })
  },
)
