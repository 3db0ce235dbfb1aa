import { Refusal } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { parseStatement } from './reconcile.ts'

const statement = (...lines: string[]) => parseStatement(lines.join('\r\n'))
const fault = (...lines: string[]) => {
  try {
    return statement(...lines)
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    return (error as Refusal).message
  }
}

test('a statement is read with commas or semicolons, quoted fields, spaces and empty lines', () => {
  expect(
    statement('\uFEFFDate;Montant;Libellé', '', '2026-03-01; 1 116,00 ;"NANI-2026-000001; ""TRF"""'),
  ).toEqual([
    {
      ...{ line: 3, date: '2026-03-01', amount: 1_116_000_000, reference: '' },
      description: 'NANI-2026-000001; "TRF"',
    },
  ])
  expect(statement('amount,reference', '"5.00","a', 'b"', '7.00,c')).toMatchObject([
    { line: 2, amount: 5_000_000, reference: 'a\nb' },
    { line: 4, amount: 7_000_000, reference: 'c' },
  ])
})

const of = 'of the bank statement has'
test.each<[string, string[], string]>([
  ['fewer fields', ['amount,reference', '5.00,a', '6.00'], `Line 3 ${of} 1 fields, and its header has 2.`],
  ['more fields', ['amount,reference', '', '5.00,a,b'], `Line 3 ${of} 3 fields, and its header has 2.`],
  ['no amount', ['amount,reference', 'five,a'], `Line 2 ${of} no amount.`],
])('a row with %s is refused with its line', (_, lines, message) => {
  expect(fault(...lines)).toBe(message)
})

test('an open quotation mark, no column of amounts and an empty file are errors of the operator', () => {
  expect(fault('amount,reference', '5.00,"a')).toMatch(/^The bank statement cannot be read: .*line 2/)
  expect(fault('date,reference', 'a,b')).toBe('The bank statement has no column "amount".')
  expect(fault('')).toBe('The bank statement is empty.')
})

test('a statement has at most 5,000 rows', () => {
  const rows = Array.from({ length: 5_000 }, (_, row) => `${row + 1}.00,a`)
  expect(statement('amount,reference', ...rows)).toHaveLength(5_000)
  expect(fault('amount,reference', ...rows, '1.00,a')).toMatch(/^The bank statement has more than 5000 rows/)
})
