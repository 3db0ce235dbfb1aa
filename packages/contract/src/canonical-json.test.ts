import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the example of RFC 8785, section 3.2.2, has the text of section 3.2.3', () => {
  const value = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`)

  expect(canonicalJson(value)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('members are sorted by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
  const value = JSON.parse(
    String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
  )

  expect(Object.values(JSON.parse(canonicalJson(value)))).toHaveLength(7)
  expect(canonicalJson(value).match(/:"[^"]+"/g)).toEqual([
    ':"Carriage Return"',
    ':"One"',
    ':"Control"',
    ':"Latin Small Letter O With Diaeresis"',
    ':"Euro Sign"',
    ':"Emoji: Grinning Face"',
    ':"Hebrew Letter Dalet With Dagesh"',
  ])
})

test('nested members are sorted, the order of arrays stays, and undefined members are left out', () => {
  expect(canonicalJson({ b: [{ d: 1, c: -0 }, 'x'], a: undefined })).toBe('{"b":[{"c":0,"d":1},"x"]}')
})
