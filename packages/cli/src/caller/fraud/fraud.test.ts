import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, nani } from '../../testing/run-nani.ts'

const report = {
  id: 'frd_01',
  object: 'fraud_report',
  livemode: false,
  case_number: 'RDC-FRD-2026-000123',
  status: 'received',
  type: 'sim_swap',
  subject: { type: 'individual', role: 'victim', country: 'COD' },
  victims: [{ type: 'individual', country: 'COD', anonymous: true }],
  reporter_reference: 'r-1',
  created_at: '2026-09-21T00:00:00Z',
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nani-fraud-'))
  await writeFile(join(folder, 'log.csv'), 'a,b\n')
  await writeFile(join(folder, 'notes.txt'), 'x')
  await writeFile(
    join(folder, 'report.json'),
    JSON.stringify({ type: 'phishing', description: 'From a file.' }),
  )
})
afterAll(() => rm(folder, { recursive: true }))

it('sends what was said, with the files, and nothing else', async () => {
  const { seen, code } = await nani(
    [
      ...['fraud', 'report', 'sim_swap', '--subject', 'COD-0000-0000-0001', '--phone', '+243810000001'],
      ...['--description', 'x', '--victim', 'COD-0000-0000-0002', '--anonymous-victims', '1'],
      ...['--amount', '250000 cdf', '--city', 'Kinshasa', '--reference', 'r-1'],
      ...[
        '--evidence',
        `${folder}/log.csv=The transfers`,
        '--evidence',
        'https://files.example/a.png=A photo',
      ],
    ],
    [answer(report)],
  )
  expect(code).toBe(0)
  expect(seen[0]!.target).toBe('/v1/fraud/reports')
  expect(seen[0]!.body).toEqual({
    type: 'sim_swap',
    description: 'x',
    subject: { identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' }, phone_number: '+243810000001' },
    victims: [{ identifier: { type: 'svc_id', value: 'COD-0000-0000-0002' } }, { anonymous: true }],
    location: { city: 'Kinshasa' },
    amount: { value: 250000, currency: 'CDF' },
    evidence: [
      {
        type: 'transaction_log',
        file: { data: Buffer.from('a,b\n').toString('base64') },
        description: 'The transfers',
      },
      { type: 'image', file: { url: 'https://files.example/a.png' }, description: 'A photo' },
    ],
    reporter_reference: 'r-1',
  })
})

it('reports a company by its number or its name, and reads a report from a file', async () => {
  const bodyOf = async (...words: string[]) =>
    (await nani(['fraud', 'report', ...words], [answer(report)])).seen[0]!.body as Record<string, unknown>
  expect(
    (await bodyOf('other', '--description', 'x', '--subject', 'A0000001A', '--type', 'nif')).subject,
  ).toEqual({
    business: { identifier: { type: 'nif', value: 'A0000001A' } },
  })
  expect(
    (await bodyOf('other', '--description', 'x', '--company', 'Copper Ltd', '--company-country', 'ZMB'))
      .subject,
  ).toEqual({ business: { name: 'Copper Ltd', country: 'ZMB' } })
  expect(await bodyOf('--file', `${folder}/report.json`, '--city', 'Goma')).toEqual({
    type: 'phishing',
    description: 'From a file.',
    location: { city: 'Goma' },
  })
})

it('refuses a file that is missing or of no known kind, and an amount without a currency', async () => {
  const errorOf = async (...words: string[]) =>
    JSON.parse((await nani(['fraud', 'report', 'other', '--json', ...words], [])).out).error.code
  expect(await errorOf('--evidence', `${folder}/gone.csv`)).toBe('file_not_found')
  expect(await errorOf('--evidence', `${folder}/notes.txt`)).toBe('invalid_value')
  expect(await errorOf('--amount', '250')).toBe('invalid_value')
})

it('prints a card with the number of the case', async () => {
  const { out } = await nani(['fraud', 'show', 'frd_01'], [answer({ ...report, status: 'confirmed' })])
  expect(out).toContain('CONFIRMED  RDC-FRD-2026-000123  other organizations are warned')
  expect(out).toContain('individual · victim · COD')
  expect(out).toContain('anonymous')
})
