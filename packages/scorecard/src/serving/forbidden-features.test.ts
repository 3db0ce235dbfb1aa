import { describe, expect, test } from 'vitest'
import { columnsOf, sources } from './credit-records.ts'
import { forbiddenIn } from './forbidden-features.ts'

describe('a forbidden characteristic', () => {
  test.each([
    ['SEX', 'gender'],
    ['personal_status_and_sex', 'gender'],
    ['religion', 'religion'],
    ['ethnic_group', 'ethnicity'],
    ['foreign_worker', 'ethnicity'],
    ['MARRIAGE', 'marital status'],
    ['Marital', 'marital status'],
    ['etat_civil', 'marital status'],
    ['homeProvince', 'place'],
    ['addr_state', 'place'],
    ['age', 'age'],
    ['age_in_years', 'age'],
    ['customerAge', 'age'],
    ['âge', 'age'],
    ['date_of_birth', 'age'],
    ['last_name', 'name'],
    ['preferred_language', 'language'],
    ['is_pep', 'PEP status'],
    ['identity_fraud_victim', 'victim alert'],
  ])('is seen in %s', (column, characteristic) => {
    expect(forbiddenIn(column)).toBe(characteristic)
  })

  test('is in no field of the credit records: the age of an account is not that of a person', () => {
    for (const source of sources) {
      for (const column of columnsOf(source)) expect([column, forbiddenIn(column)]).toEqual([column, null])
    }
    for (const column of [
      'mortgage',
      'percentage',
      'average_balance',
      'RevolvingUtilizationOfUnsecuredLines',
    ]) {
      expect([column, forbiddenIn(column)]).toEqual([column, null])
    }
  })
})
