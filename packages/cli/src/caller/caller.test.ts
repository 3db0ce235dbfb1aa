import { describe, expect, it } from 'vitest'
import { answer, nani } from '../testing/run-nani.ts'

const verified = {
  id: 'kyc_01',
  object: 'kyc_validation',
  livemode: false,
  reference: null,
  status: 'completed',
  result: 'verified',
  certified_account: true,
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  account: {
    svc_id: 'COD-0000-0000-0001',
    status: 'active',
    certified: true,
    created_at: '2021-03-01T00:00:00Z',
    level_of_assurance: 'LOA3',
  },
  match: { full_name: 'match', date_of_birth: 'no_match', age: 'not_provided', score: 0.67 },
  kyc: {
    basic: {
      full_name: 'Ngalula Tshibangu Élo\u0301ïse',
      first_name: 'Éloïse',
      last_name: 'Ngalula',
      date_of_birth: '1990-04-12',
      age: 36,
      gender: 'female',
      nationality: 'COD',
    },
    parents: { father_name: null, mother_name: 'Kapinga' },
    documents: { primary: { type: 'passport', number: 'OP0000001', status: 'valid', expires_at: null } },
    star_sign: { name: 'aries' },
  },
  scopes_applied: ['kyc.basic', 'kyc.parents'],
  scopes_withheld: ['kyc.religion'],
  purpose: 'customer_onboarding',
  created_at: '2026-09-21T00:00:00Z',
}

describe('nani kyc', () => {
  it('sends the given values only', async () => {
    const { seen } = await nani(
      [
        'kyc',
        'op0000001',
        '--type',
        'passport',
        '--name',
        'Éloïse',
        '--born',
        '1990-04-12',
        '--age',
        '36',
        '--scopes',
        'kyc.parents,kyc.emails',
      ],
      [answer(verified)],
    )
    expect(seen[0]!.body).toEqual({
      identifier: { type: 'passport', value: 'op0000001' },
      match: { full_name: 'Éloïse', date_of_birth: '1990-04-12', age: 36 },
      purpose: 'customer_onboarding',
      scopes: ['kyc.parents', 'kyc.emails'],
    })
    const bare = await nani(['kyc', 'COD-0000-0000-0001', '--scopes', ''], [answer(verified)])
    expect(bare.seen[0]!.body).toEqual({
      identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
      purpose: 'customer_onboarding',
      scopes: [],
    })
  })

  it('prints a card: result, identity, claims, blocks, blocks without data', async () => {
    const { code, out, err } = await nani(['kyc', 'COD-0000-0000-0001'], [answer(verified)])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(`VERIFIED  COD-0000-0000-0001  a certified identity

  Identity   Ngalula Tshibangu Élo\u0301ïse
             born 1990-04-12, 36 years · female · COD
  Account    COD-0000-0000-0001 · active · certified · LOA3 · since 2021-03-01
  Claims     full name      match
             date of birth  no match
             age            not provided
             score          0.67
  Parents    mother Kapinga
  Document   passport OP0000001 · valid
  star_sign  {"name":"aries"}
  No data    kyc.religion

  kyc_01 · sandbox · customer_onboarding · 2026-09-21T00:00:00Z
`)
  })

  it('uses colour on a terminal only, with the same words', async () => {
    const plain = await nani(['kyc', 'COD-0000-0000-0001'], [answer(verified)])
    const painted = await nani(['kyc', 'COD-0000-0000-0001'], [answer(verified)], true)
    const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
    expect(painted.out).toMatch(escapes)
    expect(painted.out.replace(escapes, '')).toBe(plain.out)
  })

  it('text of the register cannot control the terminal', async () => {
    const basic = { ...verified.kyc.basic, full_name: 'A\u001b[2J\u202eB\nC' }
    const { out } = await nani(['kyc', 'x'], [answer({ ...verified, kyc: { basic } })])
    expect(out).toContain('A\uFFFD[2J\uFFFDB\uFFFDC')
  })

  it('exits 0 for every answer, including not_found and an unknown result', async () => {
    for (const result of ['not_found', 'not_certified', 'deferred']) {
      const { kyc, account, match, ...rest } = verified
      const { code, out } = await nani(['kyc', 'x'], [answer({ ...rest, result, scopes_withheld: [] })])
      expect(code).toBe(0)
      expect(out.toLowerCase()).toContain(result)
    }
  })

  it('--json prints the answer as one document', async () => {
    const { code, out } = await nani(['kyc', 'COD-0000-0000-0001', '--json'], [answer(verified)])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(verified)
  })

  it('exits 1 on a refusal and prints the next step', async () => {
    const refusal = {
      error: 'scope_not_granted',
      message: 'Not granted.',
      scope: 'kyc.religion',
      request_id: 'req_7',
    }
    const { code, out, err } = await nani(['kyc', 'x'], [answer(refusal, 403)])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('error scope_not_granted: Not granted.')
    expect(err).toContain('Grant kyc.religion')
    const asJson = await nani(['kyc', 'x', '--json'], [answer(refusal, 403)])
    expect(asJson.code).toBe(1)
    expect(asJson.err).toBe('')
    const { error: refused, ...data } = refusal
    expect(JSON.parse(asJson.out)).toMatchObject({ error: { code: refused, ...data } })
  })

  it('exits 2 on a usage error, 1 without credentials', async () => {
    expect((await nani(['kyc'], [answer(verified)])).code).toBe(2)
    expect((await nani(['kyc', 'x', '--age', 'old'], [answer(verified)])).code).toBe(2)
    const missing = await nani(['kyc', 'x', '--credentials', 'nowhere.json'], [answer(verified)])
    expect(missing.code).toBe(1)
    expect(missing.err).toContain('error credentials_not_found: ')
    expect(missing.err).toContain('Name a file with --credentials')
  })
})

describe('nani job, batch and results', () => {
  it('shows a job and its result', async () => {
    const job = {
      id: 'job_1',
      object: 'job',
      service: 'kyc_validation',
      status: 'completed',
      result: verified,
    }
    const { out, seen } = await nani(['job', 'job_1'], [answer(job)])
    expect(seen[0]!.target).toBe('/v1/jobs/job_1')
    expect(out).toContain('COMPLETED  job_1')
    expect(out).toContain('VERIFIED  COD-0000-0000-0001')
  })

  it('shows the progress of a batch', async () => {
    const batch = {
      id: 'bat_1',
      service: 'kyc_validation',
      status: 'pending',
      total_items: 9,
      processed_items: 4,
      succeeded_items: 3,
      failed_items: 1,
    }
    const { out } = await nani(['batch', 'bat_1'], [answer(batch)])
    expect(out).toContain('4 of 9 processed')
    expect(out).toContain('3 succeeded, 1 failed')
  })

  it('lists the items over all pages, as lines or as one document', async () => {
    const succeeded = { reference: 'a', status: 'succeeded', result: verified }
    const failed = {
      reference: 'b',
      status: 'failed',
      error: { code: 'batch_cancelled', message: 'Cancelled.' },
    }
    const pages = [
      answer({ object: 'list', data: [succeeded], next_cursor: 'c' }),
      answer({ object: 'list', data: [failed], next_cursor: null }),
    ]
    const { out } = await nani(['results', 'bat_1'], pages)
    expect(out.split('\n').map((line) => line.split(/\s{2,}/))).toEqual([
      ['a', 'verified', 'kyc_01'],
      ['b', 'failed', 'batch_cancelled: Cancelled.'],
      [''],
    ])
    const asJson = await nani(['results', 'bat_1', '--json'], pages)
    expect(JSON.parse(asJson.out)).toEqual({ object: 'list', data: [succeeded, failed], next_cursor: null })
  })
})
