import { inflateSync } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessWorld, startAccessWorld } from '../testing/access-world.ts'
import type { AccessEntry } from './access-entry.ts'
import { accessesCsv, accessesPdf, exportAccesses } from './index.ts'

let world: AccessWorld
beforeAll(async () => {
  world = await startAccessWorld()
})
afterAll(() => world.stop())

const entry = (changes: Partial<AccessEntry> = {}): AccessEntry => ({
  id: '20260315.app_1.kyc_1',
  at: '2026-03-15T12:00:00.000Z',
  organization: 'Banque, "Kivu"',
  application: '=cmd|/c calc!A0',
  service: 'face_recognition',
  purpose: 'customer_onboarding',
  scopes: ['kyc.addresses', 'kyc.emails'],
  reason: '+243 retrait\nau guichet',
  read_again: { times: 2, last_at: '2026-03-15T12:05:00.000Z' },
  dispute: null,
  ...changes,
})

test('a line has one entry, and a cell is never a formula', () => {
  expect(accessesCsv({ entries: [entry()] })).toBe(
    '\u{feff}time,organization,application,service,purpose,scopes,reason,read_again,dispute,id\r\n' +
      `2026-03-15T12:00:00.000Z,"Banque, ""Kivu""",'=cmd|/c calc!A0,face_recognition,customer_onboarding,` +
      `kyc.addresses kyc.emails,"'+243 retrait\nau guichet",2,,20260315.app_1.kyc_1\r\n`,
  )
})

test('no text of an organization becomes a formula, also in a spreadsheet that separates by semicolons', () => {
  const hostile = entry({ organization: '\uFF1D1+1', reason: 'retrait;=HYPERLINK(A1)' })
  const csv = accessesCsv({ entries: [hostile] })
  expect(csv).toContain(",'\uFF1D1+1,")
  expect(csv).toContain(",retrait;'=HYPERLINK(A1),")
})

test('an export has the entries of the filter, without any outcome', async () => {
  const svcId = 'COD-9999-0000-0001'
  await world.read({ svcId, outcome: 'no_match' })
  await world.read({ svcId, service: 'credit_scoring', outcome: 'band_c' })
  await world.read({ svcId, service: 'aml_screening', outcome: 'high' })
  const question = { environment: 'production', form: 'csv' } as const
  const all = await exportAccesses(world.citizen(svcId), { ...question, query: {} }, world.accesses)
  expect(all).toMatchObject({ isComplete: true, madeAt: '2026-03-15T12:00:00.000Z' })
  expect(all.entries).toHaveLength(2)
  expect(accessesCsv(all)).not.toMatch(/aml|high|band|no_match/)
  const one = await exportAccesses(
    world.citizen(svcId),
    { ...question, query: { service: 'credit_scoring' } },
    world.accesses,
  )
  expect(one.entries.map(({ service }) => service)).toEqual(['credit_scoring'])
})

const shownText = async (bytes: Uint8Array): Promise<string> => {
  const document = await PDFDocument.load(bytes)
  const parts = document.context.enumerateIndirectObjects().map(([, object]) => {
    const contents = (object as { contents?: Uint8Array }).contents
    try {
      return contents ? inflateSync(contents).toString('latin1') : ''
    } catch {
      return ''
    }
  })
  return parts
    .join('\n')
    .replaceAll(/<([0-9A-F]+)> Tj/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'))
}

test.each([
  ['fr', 'Reconnaissance du visage', 'Motif: +243 retrait au guichet'],
  ['en', 'Face recognition', 'Reason: +243 retrait au guichet'],
] as const)('a document in %s has the entries in words', async (language, service, reason) => {
  const bytes = await accessesPdf(
    { entries: [entry()], isComplete: true, madeAt: '2026-03-15T12:00:00.000Z' },
    language,
  )
  const text = await shownText(bytes)
  expect(text).toContain(service)
  expect(text).toContain(reason)
  expect(text).toContain('2026-03-15 12:00 UTC')
})

test('a document of many entries has pages, and survives strange and long texts', async () => {
  const strange = entry({ organization: '漢字 \u0000\u0081 Ž', reason: 'x'.repeat(5_000), scopes: [] })
  const bytes = await accessesPdf(
    {
      entries: Array.from({ length: 60 }, () => strange),
      isComplete: false,
      madeAt: '2026-03-15T12:00:00.000Z',
    },
    'fr',
  )
  expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(5)
})

test('a document without entries says so', async () => {
  const bytes = await accessesPdf({ entries: [], isComplete: true, madeAt: '2026-03-15T12:00:00.000Z' }, 'en')
  expect(await shownText(bytes)).toContain('No one read your data in this time.')
})
