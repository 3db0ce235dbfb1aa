import { seededRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import {
  type Citizen,
  createPhoneHolders,
  createPostgresRegister,
  writeCitizens,
} from '../../register/register/index.ts'
import { testCitizen, testDocument } from '../../testing/citizen.ts'
import { canIdentify, canSignIn, findCitizen } from './find-citizen.ts'

const vault = createVault(Buffer.alloc(32, 7), 'register', seededRandom('find'))
let made = 0
const person = (changes: Partial<Citizen>): Citizen =>
  testCitizen({
    ...{ svc_id: `COD-1111-0000-${8001 + made++}`, documents: [], phone_numbers: [] },
    ...changes,
  })
const phone = (number: string, verified = true) => ({
  number,
  operator: 'Orange',
  is_primary: true,
  verified,
})

const amina = person({
  phone_numbers: [phone('+243810000001')],
  documents: [testDocument('passport', 'OP7654321', true)],
})
const sharing = [1, 2].map(() => person({ phone_numbers: [phone('+243810000002')] }))
const unverified = person({ phone_numbers: [phone('+243810000003', false)] })
const deleted = person({ status: 'deleted', phone_numbers: [phone('+243810000004')] })
const successor = person({ phone_numbers: [phone('+243810000004')] })
const twin = person({ documents: [testDocument('passport', 'OP1234567', true)] })
const otherTwin = person({ documents: [testDocument('national_id', 'OP1234567', true)] })

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const everyone = [amina, ...sharing, unverified, deleted, successor, twin, otherTwin]
  const { refused } = await writeCitizens(database.pool, everyone, 'production')
  expect(refused).toEqual([])
})
afterAll(() => database.drop())

const find = async (text: string): Promise<string | null> => {
  const sources = {
    register: createPostgresRegister({ pool: database.pool, vault }),
    phones: createPhoneHolders(database.pool),
  }
  return (await findCitizen(text, 'production', sources))?.svc_id ?? null
}

test.each([
  '+243810000001',
  ' +243 81 000 00 01 ',
  '00243810000001',
  '0810000001',
  'OP7654321',
  'op 765-4321',
  amina.svc_id,
  amina.svc_id.replaceAll('-', ''),
])('%j identifies the only person who has it', async (text) => {
  expect(await find(text)).toBe(amina.svc_id)
})

test.each([
  ['a number of two people', '+243810000002'],
  ['a number that is not verified', '+243810000003'],
  ['a text that is the document of two people', 'OP1234567'],
  ['a number of no one', '+243819999999'],
  ['a number that is too long', '+2438100000011111'],
  ['the character U+0000', `${amina.svc_id}\0`],
  ['nothing', '  '],
])('%s identifies no one', async (_name, text) => {
  expect(await find(text)).toBeNull()
})

test.each([
  ...['+243810000001', '0810000001', ' 00243 81 000 00 01', 'cod 0000 0000 0001', 'OP7654321', '12345678901'],
])('%j has the form of a number that identifies', (text) => {
  expect(canIdentify(text)).toBe(true)
})

test.each([
  '',
  '  ',
  '+243',
  'no',
  'a b',
  `OP765432${'1'.repeat(60)}`,
  'OP\x3e5432',
  'é'.repeat(9),
  '+0810000001',
])('%j has the form of no number', (text) => {
  expect(canIdentify(text)).toBe(false)
})

test('the number of a deleted account identifies the person who has it now', async () => {
  expect(await find('+243810000004')).toBe(successor.svc_id)
})

test('a deleted or uncertified account, and one without a portrait, cannot sign in; a suspended or paused one can', () => {
  const withoutPortrait = { ...amina, biometrics: { ...amina.biometrics, selfie: null } }
  const others = [{ ...amina, status: 'deleted' as const }, { ...amina, certified: false }, withoutPortrait]
  expect(others.map(canSignIn)).toEqual([false, false, false])
  const suspended = [
    amina,
    { ...amina, status: 'suspended' as const },
    { ...amina, status: 'paused' as const },
  ]
  expect(suspended.map(canSignIn)).toEqual([true, true, true])
})
