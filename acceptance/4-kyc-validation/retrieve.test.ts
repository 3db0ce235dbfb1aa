import { expect, inject, test } from 'vitest'
import { get } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { singlePath, validate, withoutLinks } from '../client/kyc.ts'
import type { KycValidation } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

test.each(['0001', '0002', '0003', '0404'])(
  'GET by id gives the same object as first answered (%s)',
  async (digits) => {
    const first = (await validate(sandbox, digits, { reference: 'r', match: { full_name: 'Nobody' } })).json
    const again = await get<KycValidation>(sandbox, `${singlePath}/${first.id}`)
    expect(again).toMatchObject({ status: 200, encrypted: true })
    expect(withoutLinks(again.json)).toEqual(withoutLinks(first))
  },
)

test('for another application a validation does not exist: the answer is that of an unknown id', async () => {
  const other = await createApplication(dataDir)
  const { id } = (await validate(sandbox, '0001')).json
  const unknownId = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
  const foreign = await get(other, `${singlePath}/${id}`)
  const unknown = await get(other, `${singlePath}/${unknownId}`)
  expectRefusal(foreign, 'not_found')
  expectRefusal(unknown, 'not_found')
  expect({ ...foreign.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' })
})

test.each(['kyc_', 'kyc_none', 'job_1', 'x', '%00', '..%2f..%2fetc', '%F0%9F%98%80', 'k'.repeat(2000)])(
  'an id that cannot exist is not_found: %s',
  async (id) => {
    expectRefusal(await get(sandbox, `${singlePath}/${id}`), 'not_found')
  },
)
