import { expect, test } from 'vitest'
import { testCitizen } from '../../../testing/citizen.ts'
import { creditScope, everySignInScope } from '../sign-in-scopes.ts'
import { claimsOf } from './claims.ts'

const rich = testCitizen()
const poor = testCitizen({
  ...{ documents: [], addresses: [], emails: [], professions: [], languages: [], religion: null },
  ...{ place_of_birth: null, marital_status: null, ethnicity: null, parents: null },
  biometrics: { selfie: null, fingerprints: [], iris: [] },
})
const consent = { consentId: 'cns_1', expiresAt: '2026-04-14T12:00:00.000Z' }
const optional = everySignInScope.filter((scope) => scope !== 'openid')

/** The scopes that an application can see from its claims alone. */
const scopesIn = (claims: Record<string, unknown>): string => {
  const names: string[] = []
  for (const name of Object.keys(claims))
    if (name === 'svc:credit.consent') names.push('credit.score')
    else if (name.startsWith('svc:')) names.push(name.replace('svc:', 'kyc.'))
    else if (name === 'full_name') names.push('kyc.basic')
  return names.toSorted().join(' ')
}

test.each([
  ['a person with data under every scope', rich],
  ['a person without data', poor],
])(
  'the scopes that are audited are those of the claims, for every combination: %s',
  (_, citizen) => {
    const wrong: string[] = []
    for (let choice = 0; choice < 2 ** optional.length; choice++) {
      const scopes = ['openid', ...optional.filter((_scope, bit) => (choice >> bit) & 1)]
      for (const place of ['id_token', 'userinfo'] as const) {
        const given = { citizen, scopes, nowMs: 1_770_000_000_000 }
        const disclosed = claimsOf(
          { ...given, consent: scopes.includes(creditScope) ? consent : null },
          place,
        )
        if (disclosed.scopes.toSorted().join(' ') !== scopesIn(disclosed.claims)) wrong.push(scopes.join(' '))
      }
    }
    expect(wrong.slice(0, 5)).toEqual([])
  },
  60_000,
)
