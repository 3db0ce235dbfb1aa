import { expect, test } from 'vitest'
import { formulaCells } from '../../../../testing/formula-cells.ts'
import { csvLine, escapeFormula } from './csv.ts'

test.each(formulaCells)('%j becomes %j, which no spreadsheet calculates', (cell, escaped) => {
  expect(escapeFormula(cell)).toBe(escaped)
})

test('cells with separators are quoted', () => {
  expect(csvLine(['a,b', 'say "x"', null, 3])).toBe('"a,b","say ""x""",,3\r\n')
})
