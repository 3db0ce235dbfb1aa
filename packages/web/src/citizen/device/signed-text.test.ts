import { expect, test } from 'vitest'
import type { Approval, Consent } from '../contract.ts'
import { namesConsent, namesWhatIsShown } from './signed-text.ts'

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
  ['a second list of scopes', { to_sign: `${shown.to_sign}\nscopes: openid profile svc:kyc.religion` }],
  [
    'the name of a longer application',
    { to_sign: shown.to_sign.replace('Banque', 'Banque (Kin) du Fleuve') },
  ],
  ['the text of something else', { to_sign: shown.to_sign.replace('sign-in approval', 'consent approval') }],
  ['a text without lines', { to_sign: 'nonce' }],
] as [string, Partial<Approval>][])('%s is not signed', (_name, changes) => {
  expect(namesWhatIsShown({ ...shown, ...changes })).toBe(false)
})

const consent = {
  id: 'cnr_1',
  application: 'Guichet',
  organization: 'Banque',
  product: 'bnpl',
  amount_requested: { value: 20, currency: 'USD' },
  to_sign: [
    'nani consent approval 1',
    'application: Guichet (app_1)',
    'organization: Banque',
    'product: bnpl',
    'amount: 20 USD',
    'request: cnr_1',
    'valid: 30 days',
    'nonce: n',
  ].join('\n'),
} as Consent

test('the text of a consent that names what the screen shows is signed', () => {
  expect(namesConsent(consent)).toBe(true)
})

test.each([
  ['another application', { application: 'Boutique' }],
  ['another product', { product: null }],
  ['another amount', { amount_requested: { value: 200, currency: 'USD' } }],
  ['an amount that is not shown', { amount_requested: null }],
  ['another request', { id: 'cnr_2' }],
  ['another organization', { organization: 'Boutique' }],
  ['another time', { to_sign: consent.to_sign?.replace('30 days', '3000 days') }],
  ['a further line', { to_sign: consent.to_sign?.replace('valid', 'product: every\nvalid') }],
  ['the text of a sign-in', { to_sign: shown.to_sign }],
] as [string, Partial<Consent>][])('the text of a consent with %s is not signed', (_name, changes) => {
  expect(namesConsent({ ...consent, ...changes })).toBe(false)
})

test('a consent without a text is not signed', () => {
  const { to_sign: _, ...bare } = consent
  expect(namesConsent(bare)).toBe(false)
})
