import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { post } from '../client/call.ts'
import type { KybVerification } from '../client/shapes.ts'
import { naniJson } from '../installation/nani-command.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

const business = (digits: string, changes: Record<string, unknown> = {}) => ({
  legal_name: `Établissements Ngoma & Fils ${digits} SARL`,
  legal_form: 'SARL',
  registered_on: '2011-07-04',
  identifiers: { rccm: `CD/LSH/RCCM/11-B-${digits}`, id_nat: `05B500N${digits}K` },
  ...changes,
})

test('imported businesses are found by each of their numbers; a bad record names its line', async () => {
  const file = join(dataDir, 'acceptance-businesses.ndjson')
  const records = [
    business('70001'),
    business('70002', { status: 'struck_off', officers: [] }),
    business('70003', { identifiers: {} }),
  ]
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const importing = naniJson<{ code: number; stdout: string }>(
    dataDir,
    ...['register', 'import', file, '--kind', 'businesses', '--environment', 'both'],
  )
  // Exit code 1, because a record is refused. The report is on the same stream.
  const { code, stdout } = await importing.catch((error: { code: number; stdout: string }) => error)
  expect(code).toBe(1)
  expect(JSON.parse(stdout).error).toMatchObject({
    code: 'records_refused',
    written: 2,
    refusals: [{ line: 3 }],
  })

  const verify = async (type: string, value: string, members = {}) => {
    const request = { identifier: { type, value }, purpose: 'regulatory_compliance', ...members }
    return (await post<KybVerification>(sandbox, '/v1/kyb/verifications', request)).json
  }
  expect(await verify('rccm', 'CD/LSH/RCCM/11-B-70002')).toMatchObject({
    result: 'not_active',
    business: { status: 'struck_off' },
  })
  for (const value of ['05-B500-N70001K', '05B500N70001K']) {
    const claims = { legal_name: 'NGOMA et fils 70001', id_nat: '05-B500-N70001K' }
    expect(await verify('id_nat', value, { match: claims, include: ['officers'] })).toMatchObject({
      result: 'verified',
      match: { legal_name: 'match', id_nat: 'match' },
      business: { trade_name: null, officers: [], identifiers: { nif: null } },
    })
  }
})
