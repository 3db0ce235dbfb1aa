import { expect, test } from 'vitest'
import { findPayload, unescapeInPlace } from './wrapper.ts'

const payloadOf = (text: string): string => {
  const wrapper = Buffer.from(text)
  const range = findPayload(wrapper)
  const end = range.isEscaped ? unescapeInPlace(wrapper, range) : range.end
  return wrapper.toString('latin1', range.start, end)
}
const codeOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'accepted'
}

test.each([
  ['as clients write it', '{"payload":"AbC+/9=="}', 'AbC+/9=='],
  ['empty', '{"payload":""}', ''],
  ['with blanks between tokens', ' {\r\n\t"payload" : "AbCd" } \n', 'AbCd'],
  ['after a byte order mark', '\ufeff{"payload":"AbCd"}', 'AbCd'],
  ['next to unknown members', '{"v":2,"x":{"payload":"no"},"payload":"AbCd","y":["payload","no"]}', 'AbCd'],
  ['before unknown members', '{"payload":"AbCd","v":2}', 'AbCd'],
  ['with a slash escaped, as PHP does', '{"payload":"A\\/C="}', 'A/C='],
  ['with a plus escaped, as .NET does', '{"payload":"A\\u002BC\\u002f"}', 'A+C/'],
  ['under an escaped name', '{"pay\\u006coad":"AbCd"}', 'AbCd'],
  ['next to the word as a value', '{"a":"payload","payload":"AbCd"}', 'AbCd'],
])('the payload of a wrapper %s is found', (_, text, payload) => {
  expect(payloadOf(text)).toBe(payload)
})

test.each([
  ['no JSON', 'payload=abc'],
  ['cut short', '{"payload":"abc'],
  ['cut short after the text', '{"payload":"abc"'],
  ['without a colon', '{"payload" "abc"}'],
  ['with something after it', '{"payload":"abc"}}'],
  ['with a comma too many', '{"payload":"abc",}'],
  ['an array', '["payload","abc"]'],
  ['a text', '"payload"'],
  ['null', 'null'],
  ['without payload', '{"data":"abc"}'],
  ['with the payload further inside', '{"a":{"payload":"abc"}}'],
  ['a payload that is no text', '{"payload":{"a":"abc"}}'],
  ['a payload that is a number', '{"payload":7}'],
  ['two payloads', '{"payload":"abc","payload":"abd"}'],
  ['two payloads, one of them a number', '{"payload":"abc","payload":7}'],
  ['no UTF-8 next to the payload', '{"payload":"abc","\xff":1}'],
  ['an escape that is no base64', '{"payload":"abc\\n"}'],
  ['an escape beyond ASCII', '{"payload":"abc\\u0141"}'],
  ['an escape of no number', '{"payload":"abc\\u00g1"}'],
  ['blanks for ever', `{${' '.repeat(5_000)}"payload":"abc"}`],
  ['members for ever', `{"a":"${'x'.repeat(5_000)}","payload":"abc"}`],
])('%s is malformed', (_, text) => {
  expect(codeOf(() => findThere(Buffer.from(text, 'latin1')))).toBe('malformed_body')
})

const findThere = (wrapper: Buffer) => {
  const range = findPayload(wrapper)
  if (range.isEscaped) unescapeInPlace(wrapper, range)
}
