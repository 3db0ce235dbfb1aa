import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { answer, nani } from '../../testing/run-nani.ts'

const recognition = {
  id: 'face_01',
  object: 'face_recognition',
  livemode: false,
  reference: null,
  status: 'completed',
  result: 'no_match',
  mode: 'verification',
  similarity: 0.7421,
  threshold: 0.85,
  liveness: { checked: true, passed: true, score: 0.98 },
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  reason: 'Ticket 4711',
  scopes_applied: [],
  scopes_withheld: [],
  purpose: 'customer_onboarding',
  created_at: '2026-09-21T00:00:00Z',
}

const file = join(mkdtempSync(join(tmpdir(), 'nani-face-')), 'a.jpg')
writeFileSync(file, 'photograph')
const reason = ['--reason', 'Ticket 4711']
const call = (args: string[], ...answers: Parameters<typeof nani>[1]) =>
  nani(['face', ...args, ...reason], answers.length > 0 ? answers : [answer(recognition)])
const bodyOf = async (...args: string[]) => (await call(args)).seen[0]?.body

it('sends the file and the claimed identity, or none', async () => {
  const data = Buffer.from('photograph').toString('base64')
  expect(await bodyOf('verify', file, 'COD-0000-0000-0001', '--threshold', '0.9')).toMatchObject({
    image: { data },
    identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
    threshold: 0.9,
    reason: 'Ticket 4711',
  })
  const identification = await bodyOf('identify', file, '--no-liveness')
  expect(identification).toMatchObject({ image: { data }, liveness: 'none', threshold: 0.9 })
  expect(identification).not.toHaveProperty('identifier')
  expect(await bodyOf('identify', file, '--threshold', '0.95')).toMatchObject({ threshold: 0.95 })
  expect(await bodyOf('verify', file, 'COD-0000-0000-0001')).not.toHaveProperty('threshold')
})

it('sends a URL unchanged', async () => {
  const image = { url: 'https://files.example.cd/a.jpg' }
  expect(await bodyOf('identify', image.url)).toMatchObject({ image })
})

it('requires a reason, and names a missing file', async () => {
  expect((await nani(['face', 'identify', file], [])).code).toBe(2)
  const { code, err } = await call(['identify', '/no/such.jpg'])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('no file /no/such.jpg') })
})

it('shows similarity, liveness and reason', async () => {
  const { out } = await call(['verify', file, 'COD-0000-0000-0001'])
  expect(out).toContain('NO_MATCH  COD-0000-0000-0001  verification')
  expect(out).toMatch(/Similarity +0\.7421, asked for 0\.85/)
  expect(out).toMatch(/Liveness +passed, 0\.98/)
  expect(out).toMatch(/Reason +Ticket 4711/)
})

it('reports an identification without a match, and one without any comparison', async () => {
  const { identifier: _, ...noMatch } = { ...recognition, mode: 'identification', similarity: null }
  expect((await call(['identify', file], answer(noMatch))).out).toContain('no person with a sufficient lead')
  const faceless = {
    ...recognition,
    similarity: null,
    liveness: { checked: false, passed: null, score: null },
  }
  const { out } = await call(['verify', file, 'COD-0000-0000-0003'], answer(faceless))
  expect(out).toContain('nothing to compare with')
  expect(out).toMatch(/Liveness +not checked/)
})

it('prints the next step for a refused photograph', async () => {
  const refused = answer(
    { error: 'image_quality_insufficient', message: 'No.', problems: ['blurred', 'eyes_closed'] },
    422,
  )
  const { code, err } = await call(['verify', file, 'COD-0000-0000-0001'], refused)
  expect(code).toBe(1)
  expect(err).toContain('Take it again: blurred, eyes closed.')
})
