import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createApplication } from '../installation/applications.ts'
import { nani, naniJson } from '../installation/nani-command.ts'
import { consentOf, score } from './credit.ts'

const dataDir = inject('dataDir')

type Report = { written: number; refused: number; refusals: { line: number; reason: string }[] }
type Generated = { examples: string[] }

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const importRecords = (name: string, content: string): Promise<Report> => {
  const file = join(dataDir, name)
  writeFileSync(file, content)
  return naniJson<Report>(dataDir, 'credit-records', 'import', file)
}

test('imported records count in the next score; bad and older rows are reported by line', async () => {
  const citizens = await naniJson<Generated>(
    dataDir,
    ...['register', 'generate', '--count', '3', '--seed', 'credit-acceptance'],
  )
  const lender = await createApplication(dataDir, { services: ['credit_scoring'] })
  // Minors decline, and people without certification cannot be asked.
  const asked = await Promise.all(
    citizens.examples.map(async (value) => {
      const identifier = { type: 'svc_id', value }
      return { identifier, consent: await consentOf(lender, identifier).catch(() => null) }
    }),
  )
  const { identifier, consent } = asked.find(({ consent }) => consent?.consent_id) ?? {}
  const svcId = identifier?.value ?? ''
  const scoreNow = async () => (await score(lender, '0008', { identifier, consent })).json

  const header = 'svc_id,source,as_of,paid_on_time_share_12,disconnections_24m,utilization'
  const good = await importRecords(
    'good.csv',
    [header, `${svcId},utilities,${day(1)},1,0,`, `${svcId},banking,${day(1)},,,0.05`].join('\n'),
  )
  expect(good).toMatchObject({ written: 2, refused: 0 })
  const before = await scoreNow()
  expect(before.data_sources).toEqual(expect.arrayContaining(['utilities', 'banking']))

  const bad = await importRecords(
    'bad.csv',
    [
      header,
      `${svcId},utilities,${day(9)},0,9,`,
      `${svcId},utilities,${day(0)},7,0,`,
      `COD-9999-9999-9999,utilities,${day(0)},1,0,`,
    ].join('\n'),
  )
  expect(bad).toMatchObject({ written: 0, refused: 3 })
  expect(bad.refusals.map(({ line }) => line)).toEqual([2, 3, 4])
  expect(bad.refusals[0]?.reason).toContain('older')
  expect((await scoreNow()).score).toBe(before.score)

  const late = {
    svc_id: svcId,
    source: 'banking',
    as_of: day(0),
    dpd90_24m: 9,
    dpd30_24m: 12,
    utilization: 1.4,
  }
  expect(await importRecords('late.ndjson', `${JSON.stringify(late)}\n`)).toMatchObject({ written: 1 })
  const after = await scoreNow()
  expect(after.score).toBeLessThan(before.score)
  expect(after.factors.some(({ impact }) => impact === 'negative')).toBe(true)
})

test('an operator calculates a score again, and reports what the scores say about the model', async () => {
  // Of its own: other files use this person with the application of the demo at the same time.
  const lender = await createApplication(dataDir, { services: ['credit_scoring'] })
  const amount_requested = { value: 700, currency: 'USD' }
  const { json } = await score(lender, '0008', { amount_requested })
  const explained = await naniJson<Record<string, unknown>>(dataDir, 'credit-model', 'explain', json.id)
  expect(explained).toMatchObject({
    id: json.id,
    score: json.score,
    band: json.band,
    data_sources: json.data_sources,
    amount_requested,
    returned: { score: json.score, probability_of_default: json.probability_of_default },
    reproduced: true,
  })
  expect(JSON.stringify(explained)).not.toContain('COD-0000')

  const outcomes = join(dataDir, 'outcomes.csv')
  writeFileSync(outcomes, `score_id,defaulted\n${json.id},0\n`)
  const out = join(dataDir, 'monitoring.html')
  const report = await naniJson<{ scores: number; known_outcomes: number }>(
    dataDir,
    ...['credit-model', 'monitor', '--environment', 'sandbox', '--outcomes', outcomes, '--out', out],
  )
  expect(report.scores).toBeGreaterThan(0)
  expect(report.known_outcomes).toBe(1)
  const page = readFileSync(out, 'utf8')
  expect(page).toContain('<svg ')
  expect(page).not.toMatch(/<script|COD-0000/)
})

test('a file without the record is reported as such', async () => {
  await expect(nani(dataDir, 'credit-records', 'import', join(dataDir, 'none.csv'))).rejects.toThrow()
})
