import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type CreditRecords, contributingSources, sources } from '../serving/credit-records.ts'
import { type Borrower, segmentOf, syntheticBureau } from './draw-borrower.ts'

/** The same bytes for the same seed. */
const seeded = (seed: string) => {
  let count = 0
  return {
    bytes: (length: number) => createHash('sha512').update(`${seed}:${count++}`).digest().subarray(0, length),
  }
}

const people = [...syntheticBureau(seeded('bureau'), 40_000)]
const rateOf = (of: readonly Borrower[]) => of.filter(({ defaulted }) => defaulted).length / of.length
const inSegment = (segment: string) => people.filter(({ records }) => segmentOf(records) === segment)
const shareOf = (field: (records: CreditRecords) => number | null | undefined, from: number) => {
  const values = people.map(({ records }) => field(records)).filter((value) => typeof value === 'number')
  return values.filter((value) => value >= from).length / values.length
}

describe('the generated bureau', () => {
  test('has the default rates of the real files: 6.7 % with a bank, 21.8 % with nano loans alone', () => {
    expect(Math.abs(rateOf(inSegment('banked')) - 0.0668)).toBeLessThan(0.008)
    expect(Math.abs(rateOf(inSegment('nanoLoans')) - 0.2179)).toBeLessThan(0.012)
  })

  test('has the shares of late payments of the real files', () => {
    expect(Math.abs(shareOf((records) => records.banking?.dpd30_24m, 1) - 0.16)).toBeLessThan(0.02)
    expect(Math.abs(shareOf((records) => records.banking?.dpd60_24m, 1) - 0.051)).toBeLessThan(0.015)
    expect(Math.abs(shareOf((records) => records.banking?.dpd90_24m, 1) - 0.056)).toBeLessThan(0.015)
    expect(
      Math.abs(shareOf((records) => records.mobile_money?.nano_loans_repaid_late_share, 0.5) - 0.383),
    ).toBeLessThan(0.05)
  })

  test('misses sources not at random: riskier people have fewer', () => {
    const countOf = (some: readonly Borrower[]) =>
      some.reduce((sum, { records }) => sum + contributingSources(records).length, 0) / some.length
    const risky = people.filter(({ latentRisk }) => latentRisk > 1)
    const safe = people.filter(({ latentRisk }) => latentRisk < -1)
    expect(countOf(risky)).toBeLessThan(countOf(safe) - 0.3)
    for (const source of sources) {
      const share = people.filter(({ records }) => records[source]).length / people.length
      expect(share > 0.2 && share < 0.97, source).toBe(true)
    }
    expect(people.some(({ records }) => contributingSources(records).length === 0)).toBe(true)
  })

  test('is the same for the same random bytes, and other people for others', () => {
    expect([...syntheticBureau(seeded('bureau'), 20)]).toEqual(people.slice(0, 20))
    expect([...syntheticBureau(seeded('other'), 20)]).not.toEqual(people.slice(0, 20))
  })
})
