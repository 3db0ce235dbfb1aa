import { describe, expect, test } from 'vitest'
import type { BaselineHit } from '../aml/index.ts'
import { weights } from '../aml/index.ts'
import { materialChange } from './material-change.ts'

const hit = (key: string, changes: Partial<BaselineHit> = {}): BaselineHit => ({
  key,
  contentHash: `content of ${key}`,
  pepLevel: null,
  matchScore: 1,
  weight: 0.2,
  recency: 1,
  isActiveSanction: false,
  ...changes,
})
const sanction = hit('un:1', { weight: weights.sanctions.active, isActiveSanction: true })
const pep = hit('pep:1', { weight: weights.pep.domestic, pepLevel: 'domestic' })

describe('a change is material when', () => {
  test.each([
    ['nothing changed', [sanction], [sanction], null],
    ['nothing was found, then and now', [], [], null],
    ['an entry changed and the level stays', [hit('a')], [hit('a', { contentHash: 'other' })], null],
    ['a hit of no weight for the level is gone', [hit('a')], [], null],
    ['a hit is new', [], [hit('a')], { reason: 'new_hit', previousRiskLevel: 'low' }],
    [
      'a hit took the place of another',
      [hit('a')],
      [hit('b')],
      { reason: 'new_hit', previousRiskLevel: 'low' },
    ],
    ['a new hit makes a PEP and another level', [], [pep], { reason: 'new_hit', previousRiskLevel: 'low' }],
    ['a PEP is none any more', [pep], [], { reason: 'pep_status_changed', previousRiskLevel: 'medium' }],
    [
      'a PEP is one of another country',
      [pep],
      [{ ...pep, pepLevel: 'foreign' as const }],
      { reason: 'pep_status_changed', previousRiskLevel: 'medium' },
    ],
    ['a sanction ended', [sanction], [], { reason: 'risk_level_changed', previousRiskLevel: 'high' }],
    [
      'a hit aged',
      [hit('a', { weight: 0.4 })],
      [hit('a', { weight: 0.4, recency: 0.5 })],
      { reason: 'risk_level_changed', previousRiskLevel: 'medium' },
    ],
  ])('%s', (_what, before, after, change) => {
    expect(materialChange(before, after)).toEqual(change)
  })
})

test('the PEP status is that of the most severe hit, in any order', () => {
  const foreign = hit('pep:2', { weight: weights.pep.foreign, pepLevel: 'foreign' })
  expect(materialChange([pep, foreign], [foreign, pep])).toBeNull()
})
