import Type from 'typebox'
import { expect, test } from 'vitest'
import { stripUnknownFields } from './strip-unknown-fields.ts'

const orNull = (schema: Type.TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))
const schema = Type.Object({
  name: Type.String(),
  match: orNull(Type.Object({ age: orNull(Type.Integer()), born: orNull(Type.String()) })),
  scopes: orNull(Type.Array(Type.String(), { maxItems: 3 })),
  items: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
  // Two forms of one member, as the subject of a screening has.
  subject: Type.Optional(
    Type.Union([
      Type.Object({ identifier: Type.Object({ value: Type.String() }) }),
      Type.Object({ full_name: Type.String(), identifier: Type.Object({ kind: Type.String() }) }),
    ]),
  ),
  anything: Type.Optional(Type.Unknown()),
})

test.each<[string, unknown, unknown]>([
  [
    'fields that it does not know, at every depth',
    { name: 'a', x: 1, match: { age: 3, y: 2 } },
    { name: 'a', match: { age: 3 } },
  ],
  ['in lists', { items: [{ id: '1', x: 1 }, { id: '2' }] }, { items: [{ id: '1' }, { id: '2' }] }],
  [
    'null members, at every depth',
    { name: null, match: { age: null, born: 'x' }, scopes: null },
    { match: { born: 'x' } },
  ],
  ['members of a prototype', JSON.parse('{"__proto__":{"name":"a"},"constructor":{"name":"b"}}'), {}],
])('drops %s', (_name, value, expected) => {
  expect(stripUnknownFields(schema, value)).toEqual(expected)
})

test.each<[string, unknown]>([
  ['the wrong shape of an object', { match: 'text' }],
  ['a list for an object', { match: [1, 2] }],
  ['an object for a list', { scopes: { 0: 'a' } }],
  ['null in a list', { scopes: ['a', null] }],
  ['every form of a member', { subject: { full_name: 'a', identifier: { kind: 'b', value: 'c' } } }],
  ['what has no schema', { anything: { deep: [{ x: null }] } }],
  ['no object at all', 'text'],
])('leaves %s for the check of the shape', (_name, value) => {
  expect(stripUnknownFields(schema, value)).toEqual(value)
})

test('cuts a list that is too long where it is still too long', () => {
  const known = (length: number) =>
    (stripUnknownFields(schema, { scopes: new Array(length).fill('a') }) as { scopes: string[] }).scopes
      .length
  expect([3, 4, 5, 1_000_000].map(known)).toEqual([3, 4, 4, 4])
})
