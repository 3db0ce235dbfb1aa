import { expect, test } from 'vitest'
import type { Access } from '../../contract.ts'
import { groupsOf } from './groups.ts'

const access = (id: string, organization: string, at: Date): Access => ({
  ...{ id, organization, at: at.toISOString(), application: 'Guichet', service: 'kyc_validation' },
  ...{ purpose: null, scopes: [], reason: null, read_again: null, dispute: null, in_log: true },
})
/** Days of the phone, as the screen shows them. */
const on = (day: number, hour: number) => new Date(2026, 10, day, hour)

test('the log is grouped by day and organization, the newest first at each level', () => {
  const entries = [
    access('old', 'Banque', on(20, 8)),
    access('b-early', 'Banque', on(21, 7)),
    access('b-late', 'Banque', on(21, 9)),
    access('c-latest', 'Caisse', on(21, 10)),
    access('c-first', 'Caisse', on(21, 6)),
  ]
  const ids = groupsOf(entries).map(({ organizations }) =>
    organizations.map(({ organization, accesses }) => [organization, ...accesses.map(({ id }) => id)]),
  )
  expect(ids).toEqual([
    [
      ['Caisse', 'c-latest', 'c-first'],
      ['Banque', 'b-late', 'b-early'],
    ],
    [['Banque', 'old']],
  ])
})

test('a further page goes on in the groups of the page before', () => {
  const first = [access('1', 'Banque', on(21, 9))]
  const groups = groupsOf([...first, access('2', 'Banque', on(21, 8))])
  expect(groups).toHaveLength(1)
  expect(groups[0]?.organizations[0]?.accesses.map(({ id }) => id)).toEqual(['1', '2'])
})
