import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import shippedModel from '../../shipped-model.json' with { type: 'json' }
import { syntheticBureau } from '../bureau/draw-borrower.ts'
import type { Random } from '../random.ts'
import type { CreditRecords } from '../serving/credit-records.ts'
import { loadModel } from '../serving/load-model.ts'
import type { ScorecardModel } from '../serving/model.ts'
import { createMonitoring, type MonitoredScore } from './monitoring.ts'
import { monitoringPage } from './monitoring-page.ts'

const scorecard = loadModel(shippedModel)
const model = shippedModel as unknown as ScorecardModel
const cutoff = 580

const monitored = (records: CreditRecords, more: Partial<MonitoredScore> = {}): MonitoredScore => {
  const scored = scorecard.score(records)
  return {
    bins: scored.features.map(({ bin }) => bin),
    ...{ score: scored.score, thinFile: scored.thinFile },
    ...{ challenger: null, gender: null, province: null, defaulted: null },
    ...more,
  }
}
const figuresOf = (rows: Iterable<MonitoredScore>) => {
  const monitoring = createMonitoring(model, cutoff)
  for (const row of rows) monitoring.add(row)
  return monitoring.figures()
}
const seeded = (text: string): Random => {
  let count = 0
  return { bytes: (length) => createHash('sha512').update(`${text}:${count++}`).digest().subarray(0, length) }
}
const bureau = (count: number) => [...syntheticBureau(seeded('monitoring'), count)]

describe('stability', () => {
  test('is near 0 for the population of the training, and far from it for another one', () => {
    const same = figuresOf(bureau(4_000).map(({ records }) => monitored(records)))
    expect(same.scoreStability.index).toBeLessThan(0.05)
    for (const { name, index } of same.stability) expect(index, name).toBeLessThan(0.05)
    const changed = figuresOf(
      bureau(1_000).map(({ records }) =>
        monitored({ ...records, telecom: { ...records.telecom, sim_age_months: 1 } }),
      ),
    )
    expect(changed.stability[0]?.name).toBe('telecom.sim_age_months')
    expect(changed.stability[0]?.index).toBeGreaterThan(0.25)
  })

  test('is the sum of (observed − expected) × ln(observed / expected)', () => {
    const { scoreStability } = figuresOf(bureau(200).map(({ records }) => monitored(records)))
    const { expected, observed, index } = scoreStability
    const sum = expected.reduce((total, share, at) => {
      const [before, now] = [Math.max(1e-4, share), Math.max(1e-4, observed[at] ?? 0)]
      return total + (now - before) * Math.log(now / before)
    }, 0)
    expect(index).toBeCloseTo(sum, 12)
    expect(observed.reduce((total, share) => total + share, 0)).toBeCloseTo(1, 9)
  })

  test('of no score is 0', () => {
    const none = figuresOf([])
    expect([none.scores, none.scoreStability.index, none.outcomes]).toEqual([0, 0, null])
    expect(monitoringPage(none, { title: 'None', facts: [] })).toContain('No outcome is known')
  })
})

test('outcomes give the metrics of the training, and thin files are counted', () => {
  const rows = bureau(3_000).map(({ records, defaulted }) => monitored(records, { defaulted }))
  const { outcomes, known, thinFiles } = figuresOf([
    ...rows,
    ...rows.slice(0, 5).map((row) => ({ ...row, defaulted: null })),
  ])
  expect(known).toBe(3_000)
  expect(outcomes?.metrics.auc).toBeGreaterThan(0.7)
  expect(outcomes?.metrics.ece).toBeLessThan(0.05)
  expect(thinFiles).toBeGreaterThan(0)
  expect(figuresOf(rows.map((row) => ({ ...row, defaulted: false }))).outcomes).toBeNull()
})

test('the ratio of a group is its favourable share against the highest share, without small groups', () => {
  const telecom = { telecom: { sim_age_months: 80, number_changes_24m: 0 } }
  const row = (score: number, gender: string, province: string | null = null) => ({
    ...monitored(telecom),
    ...{ score, gender, province },
  })
  const many = (count: number, make: (at: number) => MonitoredScore) =>
    Array.from({ length: count }, (_, at) => make(at))
  const { gender, province } = figuresOf([
    ...many(100, (at) => row(at < 80 ? 600 : 500, 'female', 'Kinshasa')),
    ...many(50, (at) => row(at < 20 ? 580 : 579, 'male')),
    ...many(29, () => row(700, 'male', 'Ituri')),
  ])
  expect(gender.map(({ group, scores, favoured }) => [group, scores, favoured])).toEqual([
    ['female', 100, 80],
    ['male', 79, 49],
  ])
  expect(gender.map(({ ratio }) => ratio)).toEqual([1, expect.closeTo(49 / 79 / 0.8, 9)])
  expect(province.map(({ group }) => group)).toEqual(['Kinshasa'])
})

test('a challenger is compared on the scores that it has', () => {
  const rows = bureau(600).map(({ records, defaulted }, at) =>
    monitored(records, {
      defaulted,
      challenger:
        at < 400 ? { version: 'next', score: Math.min(850, scorecard.score(records).score + 10) } : null,
    }),
  )
  const [next] = figuresOf(rows).challengers
  expect(next).toMatchObject({ version: 'next', scores: 400 })
  expect(next?.meanDifference).toBeGreaterThan(9)
  expect(next?.auc?.challenger).toBeCloseTo(next?.auc?.active ?? 0, 2)
})

test('the page is one file without scripts and addresses, and texts are escaped', () => {
  const rows = bureau(200).map(({ records, defaulted }, at) =>
    monitored(records, { defaulted, gender: at % 2 ? 'female' : 'male', province: '<b>Ituri' }),
  )
  const page = monitoringPage(figuresOf(rows), { title: 'Model <b>', facts: [['Version', '"v"']] })
  expect(page).toContain('Model &#60;b&#62;')
  expect(page).toContain('&#60;b&#62;Ituri')
  expect(page).not.toMatch(/<script|<img|<link|(?:src|href)=/)
  expect(page.match(/<svg /g)).toHaveLength(3)
  expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:/)
})
