import { expect, test } from 'vitest'
import { svcIdOf } from './citizen.ts'
import { noEntries, recordOf } from './citizen-entries.ts'

const typed = { ...noEntries, svc_id: 'COD-7000-0000-0001', last_name: ' Kalenga ', first_name: 'Odette' }

test('a field that was left empty is absent from the record, and spaces around a value are removed', () => {
  expect(recordOf({ ...typed, date_of_birth: '1990-04-03' })).toEqual({
    ...{
      svc_id: 'COD-7000-0000-0001',
      last_name: 'Kalenga',
      first_name: 'Odette',
      date_of_birth: '1990-04-03',
    },
    ...{ gender: 'female', nationality: 'COD', level_of_assurance: 'LOA2', certified: true },
  })
})

test('a place with a missing part is sent, so that the server refuses it by name', () => {
  expect(recordOf({ ...typed, birth_city: 'Goma', phone: '+243812345678' })).toMatchObject({
    place_of_birth: { country: '', province: '', city: 'Goma' },
    phone_numbers: [{ number: '+243812345678', is_primary: true }],
  })
})

test.each([
  ['cod 7000 0000 0001', 'COD-7000-0000-0001'],
  ['COD700000000001', 'COD-7000-0000-0001'],
  ['COD-7000-0000-001', null],
  ['7000 0000 0001', null],
])('the number %s of a citizen is read as %s', (written, read) => {
  expect(svcIdOf(written)).toBe(read)
})
