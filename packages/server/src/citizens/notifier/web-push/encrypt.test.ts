import { createECDH } from 'node:crypto'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { newBrowser } from '../testing/push-service.ts'
import { encryptPush, encryptRecord, newOneTimeKey } from './encrypt.ts'

const endpoint = 'https://push.example/a'
const random = systemRandom()
const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the example of RFC 8291, appendix A', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const receiver = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const record = Buffer.from('When I grow up, I want to be a watermelon\x02')
  const body = encryptRecord(record, receiver, { ecdh, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') })
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
      'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test.each([0, 1, 500, 1_023, 1_024, 3_000, 3_993])('a browser opens a message of %i bytes', (length) => {
  const browser = newBrowser()
  const content = 'x'.repeat(length)
  const body = encryptPush(Buffer.from(content), { endpoint, ...browser.keys }, newOneTimeKey(random))
  expect(body.length).toBeLessThanOrEqual(4_096)
  expect(browser.decrypt(body).content).toBe(content)
})

test('the length of a message does not reveal the length of its names', () => {
  const browser = newBrowser()
  const lengthOf = (application: string) =>
    encryptPush(Buffer.from(application), { endpoint, ...browser.keys }, newOneTimeKey(random)).length
  expect(lengthOf('Banque')).toBe(lengthOf('x'.repeat(900)))
})

test('a message that a push service would not take is a fault, not a cut text', () => {
  const browser = newBrowser()
  const encrypt = () =>
    encryptPush(Buffer.alloc(3_994, 'x'), { endpoint, ...browser.keys }, newOneTimeKey(random))
  expect(encrypt).toThrow(RangeError)
})

test('no two messages have the same key, salt or text', () => {
  const browser = newBrowser()
  const bodies = Array.from({ length: 50 }, () =>
    encryptPush(Buffer.from('same'), { endpoint, ...browser.keys }, newOneTimeKey(random)),
  )
  expect(new Set(bodies.map((body) => body.subarray(0, 16).toString('hex'))).size).toBe(50)
  expect(new Set(bodies.map((body) => body.subarray(21, 86).toString('hex'))).size).toBe(50)
})

test('another browser cannot open a message', () => {
  const body = encryptPush(Buffer.from('secret'), { endpoint, ...newBrowser().keys }, newOneTimeKey(random))
  expect(body.includes('secret')).toBe(false)
  expect(() => newBrowser().decrypt(body)).toThrow()
})
