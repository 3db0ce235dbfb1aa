import { expect, test } from 'vitest'
import { readParameters } from '../parameters.ts'
import { clientIdOf } from './client-id.ts'

const key = 'key_test_000000000000000000000000'
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const read = (form: string, authorization?: string) => clientIdOf(readParameters(form), authorization)

test.each([
  ['the body alone', `client_id=${key}`, undefined],
  ['a Basic header alone', '', basic(`${key}:secret`)],
  ['both, if they are equal', `client_id=${key}`, basic(`${key}:`)],
  ['an encoded name', '', basic(`key%5Ftest%5F000000000000000000000000:a%3Ab`)],
  ['a secret with colons', '', basic(`${key}:a:b:c`)],
  ['a name without a secret', '', basic(key)],
  ['a secret in the body, which is ignored', `client_id=${key}&client_secret=x&client_secret=y`, undefined],
  ['a header of another scheme, which is ignored', `client_id=${key}`, 'Bearer abc'],
])('the client_id is read from %s', (_name, form, authorization) => {
  expect(read(form, authorization)).toBe(key)
})

test.each([
  ['nothing', '', undefined],
  ['names that differ', 'client_id=key_test_1', basic(`${key}:`)],
  ['a header without a name', `client_id=${key}`, basic(':secret')],
  ['an empty header', `client_id=${key}`, 'Basic '],
  ['a name with a wrong encoding', `client_id=${key}`, basic('%zz:')],
])('%s is invalid_request', (_name, form, authorization) => {
  expect(() => read(form, authorization)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})
