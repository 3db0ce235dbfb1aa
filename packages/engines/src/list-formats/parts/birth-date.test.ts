import { expect, test } from 'vitest'
import { readBirthDate, readDay } from './birth-date.ts'

test.each([
  ['1965-04-14', '1965-04-14', '1965-04-14', false],
  ['1965-04-14T00:00:00Z', '1965-04-14', '1965-04-14', false],
  ['1965-04', '1965-04-01', '1965-04-30', false],
  ['1965', '1965-01-01', '1965-12-31', false],
  ['1965-00-00', '1965-01-01', '1965-12-31', false],
  ['12/05/1958', '1958-05-12', '1958-05-12', false],
  ['dd/mm/1972', '1972-01-01', '1972-12-31', false],
  ['00/00/1972', '1972-01-01', '1972-12-31', false],
  ['dd/02/1972', '1972-02-01', '1972-02-29', false],
  ['03 Feb 1958', '1958-02-03', '1958-02-03', false],
  ['Nov. 1973 ', '1973-11-01', '1973-11-30', false],
  ['August 1961', '1961-08-01', '1961-08-31', false],
  ['July 4, 1961', '1961-07-04', '1961-07-04', false],
  ['circa 1958', '1958-01-01', '1958-12-31', true],
  ['Approximately 1960', '1960-01-01', '1960-12-31', true],
  ['1975 (approx.)', '1975-01-01', '1975-12-31', true],
  ['1958 to 1960', '1958-01-01', '1960-12-31', false],
  ['circa 1958-1963', '1958-01-01', '1963-12-31', true],
  ['between 1958 and 1960', '1958-01-01', '1960-12-31', false],
  ['01 Jan 1958 to 31 Dec 1958', '1958-01-01', '1958-12-31', false],
  ['Mar 1964 to Feb 1965', '1964-03-01', '1965-02-28', false],
  ['1958.', '1958-01-01', '1958-12-31', false],
])('%s is the range of its possible days', (written, from, to, circa) => {
  expect(readBirthDate(written)).toEqual({ from, to, circa })
})

test.each(['', '30-35 years old', '31/02/1970', '1960 to 1958', '19', '13 Foo 1960', '0001-01-01', '5 1960'])(
  'what is no date, such as "%s", is not guessed',
  (written) => {
    expect(readBirthDate(written)).toBeNull()
  },
)

test('a day is a range of one day', () => {
  expect(readDay('2001-01-25')).toBe('2001-01-25')
  expect(readDay('25/01/2001')).toBe('2001-01-25')
  expect(readDay('2001')).toBeNull()
  expect(readDay(null)).toBeNull()
})
