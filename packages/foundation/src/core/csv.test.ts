import { expect, test } from 'vitest'
import { csvLine, escapeFormula } from './csv.ts'

test.each(['=1+1', '+cmd|x', '-2+3', '@a', '\t=1', ' =1', '\r=1', '\n=1', '＝1', '＋1', '＠a', ' @a'])(
  '%j is escaped',
  (cell) => {
    expect(escapeFormula(cell)).toBe(`'${cell}`)
  },
)

test.each(['Kinshasa', '-12', '-12.50', '+243', '1=1', 'a;b', 'a\nb', ''])('%j stays as it is', (cell) => {
  expect(escapeFormula(cell)).toBe(cell)
})

test.each([
  ['x;=HYPERLINK(A1)', "x;'=HYPERLINK(A1)"],
  ['x; @a', "x;' @a"],
  ['x;"=1"', `x;'"=1"`],
  ['retrait\n+243', "retrait\n'+243"],
  ['a\t-1+1', "a\t'-1+1"],
])('%j: no formula begins after the separator of another language', (cell, escaped) => {
  expect(escapeFormula(cell)).toBe(escaped)
})

test('cells with separators are quoted', () => {
  expect(csvLine(['a,b', 'say "x"', null, 3])).toBe('"a,b","say ""x""",,3\r\n')
})
