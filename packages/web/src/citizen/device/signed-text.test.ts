import { expect, test } from 'vitest'
import type { Approval } from '../contract.ts'
import { namesWhatIsShown } from './signed-text.ts'

const shown = {
  id: 'app_1.req_1',
  application: 'Banque',
  scopes: [
    { name: 'openid', tier: 'protocol' },
    { name: 'profile', tier: 'basic' },
  ],
  to_sign: [
    'nani sign-in approval 1',
    'application: Banque (app_1)',
    'scopes: openid profile',
    'transaction: app_1.req_1',
    'nonce: n',
  ].join('\n'),
} as Approval

test('a text that names the application, the scopes and the request of the screen is signed', () => {
  expect(namesWhatIsShown(shown)).toBe(true)
  expect(
    namesWhatIsShown({
      ...shown,
      application: 'Ban\u0007que',
      to_sign: shown.to_sign.replace('Banque', 'Ban que'),
    }),
  ).toBe(true)
})

test.each([
  ['another application', { application: 'Banque du Fleuve' }],
  ['a hidden scope', { to_sign: shown.to_sign.replace('profile', 'profile svc:kyc.religion') }],
  [
    'a scope that is shown and not signed',
    { scopes: [...shown.scopes, { name: 'svc:kyc.emails', tier: 'standard' }] },
  ],
  ['another request', { id: 'app_1.req_2' }],
  ['a text without lines', { to_sign: 'nonce' }],
] as [string, Partial<Approval>][])('%s is not signed', (_name, changes) => {
  expect(namesWhatIsShown({ ...shown, ...changes })).toBe(false)
})
