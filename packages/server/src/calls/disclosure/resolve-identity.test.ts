import { expect, test } from 'vitest'
import { testCitizen } from '../../testing/citizen.ts'
import { resolveIdentity } from './resolve-identity.ts'

const nowMs = Date.parse('2026-03-02T09:30:00Z')
const nothingApplied = { scopesApplied: [], scopesWithheld: [] }

test('no identity: no conclusion and no data', () => {
  expect(resolveIdentity(null, ['kyc.basic'], nowMs)).toEqual({
    status: 'not_found',
    person: null,
    blocks: {},
    svcId: null,
    ...nothingApplied,
  })
})

test.each([{ certified: false }, { certified: true, status: 'deleted' as const }])(
  '%o: the account alone, with certified false, and no identity for the decision',
  (changes) => {
    const citizen = testCitizen(changes)
    const identity = resolveIdentity(citizen, ['kyc.basic', 'kyc.parents'], nowMs)
    expect(identity).toMatchObject({ status: 'not_certified', person: null, ...nothingApplied })
    expect(Object.keys(identity.blocks)).toEqual(['account'])
    expect(identity.blocks.account).toMatchObject({ svc_id: citizen.svc_id, certified: false })
    expect(identity.svcId).toBe(citizen.svc_id)
  },
)

test('a certified person: account, the blocks of the scopes with data, and the withheld scopes', () => {
  const citizen = testCitizen({ emails: [] })
  const identity = resolveIdentity(citizen, ['kyc.basic', 'kyc.emails', 'kyc.languages'], nowMs)
  expect(identity).toMatchObject({
    status: 'certified',
    person: citizen,
    blocks: { account: { certified: true }, kyc: { languages: ['fra', 'lin'] } },
    scopesApplied: ['kyc.basic', 'kyc.languages'],
    scopesWithheld: ['kyc.emails'],
    svcId: citizen.svc_id,
  })
})
