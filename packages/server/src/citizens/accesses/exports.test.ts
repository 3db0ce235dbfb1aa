import { inflateSync } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessWorld, startAccessWorld } from '../../testing/access-world.ts'
import type { AccessEntry } from './access-entry.ts'
import { accessesCsv, accessesPdf, exportAccesses, readLanguage } from './index.ts'

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
  expect(accessesCsv({ entries: [entry()] }, 'en')).toBe(
    '\u{feff}Date and time (UTC),Organization,Application,Service,Reason,Data that was read,Given reason,' +
      'Times read again,Dispute,Number\r\n' +
      `2026-03-15T12:00:00.000Z,"Banque, ""Kivu""",'=cmd|/c calc!A0,Face recognition,` +
      `To open an account or a contract for you,Your addresses; Your e-mail addresses,` +
      `"'+243 retrait\nau guichet",2,,20260315.app_1.kyc_1\r\n`,
  )
})

test('no text of an organization becomes a formula, also in a spreadsheet that separates by semicolons', () => {
  const hostile = entry({ organization: '\uFF1D1+1', reason: 'retrait;=HYPERLINK(A1)' })
  const csv = accessesCsv({ entries: [hostile] }, 'fr')
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
  expect(accessesCsv(all, 'fr')).not.toMatch(/aml|high|band|no_match/)
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
  ['fr', 'Reconnaissance du visage', 'Raison donnée: +243 retrait au guichet'],
  ['en', 'Face recognition', 'Given reason: +243 retrait au guichet'],
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

/** Everything that an entry can say. The names of people and organizations are in no language. */
const signIn = entry({
  ...{ organization: 'Banque', application: 'Guichet', service: 'sso_login', purpose: 'sign_in' },
  scopes: ['kyc.basic', 'kyc.biometrics.iris', 'credit.score'],
  reason: 'Approval of a sign-in by its citizen',
  dispute: { id: 'dsp_1', status: 'open' },
})
const english = accessesCsv({ entries: [signIn] }, 'en').replace('\u{feff}', '')
const cellsOf = (csv: string): string[] =>
  csv
    .split(/\r\n|[,;]/)
    .map((cell) => cell.replaceAll(/["\u{feff}]/gu, '').trim())
    .filter((cell) => /[A-Za-z]{3}/.test(cell))

test.each(['fr', 'ln', 'sw', 'lua', 'kg'] as const)(
  'a file in %s has no word of English, and no code',
  async (language) => {
    const csv = accessesCsv({ entries: [signIn] }, language)
    const own = new Set([
      'Banque',
      'Guichet',
      'Application',
      'Service',
      '2026-03-15T12:00:00.000Z',
      signIn.id,
    ])
    const known = new Set(cellsOf(english).filter((cell) => !own.has(cell)))
    expect(known.size).toBeGreaterThan(12)
    expect(cellsOf(csv).filter((cell) => known.has(cell))).toEqual([])
    expect(csv.replace(signIn.id, '')).not.toMatch(/\b(kyc|credit)\.|[a-z]_[a-z]|Approval/)
    const document = { entries: [signIn], isComplete: false, madeAt: '2026-03-15T12:00:00.000Z' }
    const text = await shownText(await accessesPdf(document, language))
    expect(text).not.toMatch(/\b(kyc|credit)\.|[a-z]_[a-z]|Approval|Accesses|Data that/)
    // Each letter of the language is in the font of the document.
    expect(text).not.toContain('?')
  },
)

test('a file has the language of the app, and French for any other', () => {
  expect(['fr', 'en', 'ln', 'sw', 'lua', 'kg', 'de', 'constructor', undefined].map(readLanguage)).toEqual([
    ...['fr', 'en', 'ln', 'sw', 'lua', 'kg', 'fr', 'fr', 'fr'],
  ])
})
