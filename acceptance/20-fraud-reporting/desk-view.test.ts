import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { cases, casesJson, type DeskCase, errorOf, reportedChanges, reportFraud, statusOf } from './desk.ts'

const dataDir = inject('dataDir')
const { production } = inject('demo')
const environment = ['--environment', 'production']
const desk = <T = DeskCase>(...args: string[]) => casesJson<T>(dataDir, [...args, ...environment])
const folder = mkdtempSync(join(tmpdir(), 'nani-desk-'))

const phone = () => `+2438${String(randomInt(1e8)).padStart(8, '0')}`
type View = DeskCase & {
  opened: boolean
  description: string | null
  parties: { subject: Record<string, unknown> }
  timeline: { act: string; actor: string; text: string | null }[]
  links: { case_number: string; reasons: string[]; strength: number }[]
  cluster: { size: number; is_cut: boolean }
  evidence: { position: number; format: string }[]
}

test('a case is shown masked, and in full with a reason that is in its timeline', {
  timeout: 240_000,
}, async () => {
  const subject = { full_name: 'Ilunga Kabeya Mwana', phone_number: '+243810000456' }
  const { case_number: number } = await reportFraud(production, { subject })
  const masked = await cases(dataDir, ['show', number, ...environment, '--json'])
  for (const secret of ['Ilunga', '0000456', 'asked for the PIN']) expect(masked.out).not.toContain(secret)
  expect(await errorOf(dataDir, ['show', number, '--open', ...environment])).toBe('reason_required')
  const opened = await desk<View>('show', number, '--open', '--reason', 'to call the bank', '--as', 'Amani')
  expect(opened).toMatchObject({
    ...{ object: 'fraud_case', opened: true, description: 'A person asked for the PIN on the phone.' },
    parties: { subject: { full_name: 'Ilunga Kabeya Mwana', phone_number: '+243810000456' } },
  })
  expect(opened.timeline.at(-1)).toMatchObject({ act: 'open', actor: 'Amani', text: 'to call the bank' })
  const text = await cases(dataDir, ['show', number, ...environment])
  expect(text.out).toContain('Parties are masked')
})

test('links have reasons, strengths and a drawing; a duplicate is shown and merged', {
  timeout: 240_000,
}, async () => {
  const subject = { phone_number: phone() }
  const [a, b] = [await reportFraud(production, { subject }), await reportFraud(production, { subject })]
  const svg = join(folder, 'links.svg')
  const graph = await desk<{ size: number; links: unknown[]; nodes: unknown[]; edges: unknown[] }>(
    ...['link', a.case_number, '--svg', svg],
  )
  expect(graph).toMatchObject({
    ...{ object: 'fraud_case_graph', case_number: a.case_number, size: 2, is_cut: false },
    links: [{ case_number: b.case_number, reasons: ['phone'], strength: 0.8 }],
  })
  expect(readFileSync(svg, 'utf8')).toMatch(new RegExp(`^<svg[\\s\\S]*${b.case_number}`))
  const { data } = await desk<{ data: DeskCase[] }>('list', '--type', 'other', '--limit', '900')
  const listed = data.find(({ id }) => id === b.id)
  expect(listed?.possible_duplicates).toEqual([a.case_number])
  const merged = await desk(
    'merge',
    b.case_number,
    '--into',
    a.case_number,
    '--reason',
    'the same',
    '--as',
    'Amani',
  )
  expect(merged).toMatchObject({ status: 'dismissed', duplicate_of: a.case_number })
  expect(await reportedChanges(production, b.id)).toEqual([
    'received → under_review',
    'under_review → dismissed',
  ])
  expect(await statusOf(production, a.id)).toBe('received')
})

test('the queue filters, and the assignee and the priority are kept', { timeout: 240_000 }, async () => {
  const province = `Province ${randomInt(1e9)}`
  const [a, b] = [
    await reportFraud(production, { location: { province }, amount: { value: 5, currency: 'USD' } }),
    await reportFraud(production, { location: { province }, channel: 'ussd' }),
  ]
  await desk('priority', b.case_number, '2')
  expect(await desk('assign', b.case_number, 'Bahati')).toMatchObject({ assignee: 'Bahati', priority: 2 })
  expect((await desk('claim', b.case_number, '--as', 'Amani')).assignee).toBe('Amani')
  const numbers = async (...filter: string[]) =>
    (await desk<{ data: DeskCase[] }>('list', '--province', province, ...filter)).data.map(
      ({ case_number }) => case_number,
    )
  expect(await numbers()).toEqual([b.case_number, a.case_number])
  expect(await numbers('--assignee', 'none', '--status', 'received')).toEqual([a.case_number])
  expect(await numbers('--channel', 'ussd')).toEqual([b.case_number])
  expect(await numbers('--min-amount', '5', '--currency', 'usd')).toEqual([a.case_number])
  expect(await numbers('--older-than', '1h')).toEqual([])
  expect(await numbers('--late')).toEqual([])
})

test('statistics have a plot, and an export has no formula', { timeout: 240_000 }, async () => {
  const province = `=1+${randomInt(1e9)}`
  const { case_number: number } = await reportFraud(production, { location: { province } })
  const plot = join(folder, 'cases.svg')
  const statistics = await desk<{ total: number; by_type: Record<string, { total: number }> }>(
    'stats',
    '--plot',
    plot,
  )
  expect(statistics).toMatchObject({ object: 'fraud_case_statistics', environment: 'production' })
  expect(statistics.by_type.other?.total).toBeGreaterThan(0)
  expect(readFileSync(plot, 'utf8')).toMatch(/^<svg[\s\S]*Cases by type/)
  const file = join(folder, 'cases.csv')
  await desk('export', '--province', province, '--format', 'csv', '--out', file)
  const csv = readFileSync(file, 'utf8')
  expect(csv).toContain(number)
  expect(csv).toContain(`'${province}`)
  const exported = await desk<{ data: DeskCase[] }>('export', '--province', province)
  expect(exported.data.map(({ case_number }) => case_number)).toEqual([number])
})

test('a photograph is written as a new image, and the reading is in the timeline', {
  timeout: 240_000,
}, async () => {
  const evidence = [
    { type: 'image', file: { data: png().toString('base64') }, description: 'the forged card' },
  ]
  const { case_number: number } = await reportFraud(production, { evidence })
  const read = await desk<{ rendered: boolean; files: { path: string; content_type: string }[] }>(
    ...['evidence', number, '0', '--reason', 'to compare the card', '--out', folder, '--as', 'Amani'],
  )
  expect(read).toMatchObject({ object: 'fraud_evidence', case_number: number, rendered: true, format: 'png' })
  const [file] = read.files
  expect(file?.content_type).toBe('image/png')
  expect(existsSync(file?.path ?? '')).toBe(true)
  const shown = await desk<View>('show', number)
  expect(shown.timeline.at(-1)).toMatchObject({ act: 'evidence', actor: 'Amani' })
  expect(await errorOf(dataDir, ['evidence', number, '1', '--reason', 'r', ...environment])).toBe(
    'evidence_not_found',
  )
})

/** A PNG image of one pixel. */
const png = (): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 10, 20, 30]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const crc32 = (bytes: Buffer): number => {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
