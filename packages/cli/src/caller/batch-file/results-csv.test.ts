import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { formulaCells } from '../../../../../testing/formula-cells.ts'
import { resultLine } from './results-csv.ts'

test.each(formulaCells)('%j becomes %j in the results, which no spreadsheet calculates', (cell, escaped) => {
  const error = { code: 'invalid_identifier', message: cell }
  const line = resultLine({ reference: cell, status: 'failed', error } as never, [])
  expect(parse(line, { record_delimiter: '\r\n' })).toEqual([
    [escaped, 'failed', '', '', 'invalid_identifier', escaped],
  ])
})
