import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { screen } from '../15-aml-screening/screening.ts'
import { newName } from '../16-monitoring/monitored-installation.ts'
import type { Credentials } from '../client/credentials.ts'
import { createApplication } from '../installation/applications.ts'
import { naniJson } from '../installation/nani-command.ts'
import { cases, casesJson, errorOf, type Report, reportedChanges, reportFraud, statusOf } from './desk.ts'

const dataDir = inject('dataDir')
const { production } = inject('demo')

const environment = ['--environment', 'production']
let other: Credentials
beforeAll(async () => {
  const created = await createApplication(dataDir, {
    ...{ environment: 'production', approved: true },
    services: ['aml_screening'],
  })
  other = { ...created, base_url: production.base_url }
})

const desk = (...args: string[]) => casesJson(dataDir, [...args, ...environment])
const refused = (...args: string[]) => errorOf(dataDir, [...args, ...environment])

type Person = { full_name: string; date_of_birth: string; nationality: string }
const newPerson = (): Person => ({ full_name: newName(), date_of_birth: '1979-05-06', nationality: 'AGO' })

const reportOf = (person: Person): Promise<Report> =>
  reportFraud(production, { type: 'document_forgery', subject: { ...person, role: 'suspect' } })

/** The case numbers of the hits of another organization. */
const warned = async (person: Person): Promise<unknown[]> =>
  (await screen(other, person)).json.hits.map(({ fraud_case }) => fraud_case?.case_number)

describe('a case of one organization', () => {
  test('warns another one from the decision of a second person until a supervisor reopens it', {
    timeout: 240_000,
  }, async () => {
    const person = newPerson()
    const { case_number: number, id } = await reportOf(person)
    expect(await desk('start', number, '--as', 'Amani')).toMatchObject({
      ...{ object: 'fraud_case', id, case_number: number, environment: 'production' },
      ...{ status: 'under_review', type: 'document_forgery', assignee: 'Amani', proposal: null },
    })
    const proposed = await desk('propose', id, 'confirmed', '--reason', 'two witnesses', '--as', 'Amani')
    expect(proposed.proposal).toEqual({ status: 'confirmed', by: 'Amani' })
    expect(await refused('decide', number, 'accept', '--as', 'AMANI')).toBe('second_person_required')
    expect([await warned(person), await statusOf(production, id)]).toEqual([[], 'under_review'])
    expect((await desk('decide', number, 'accept', '--officer', 'Bahati')).status).toBe('confirmed')
    expect([await warned(person), await statusOf(production, id)]).toEqual([[number], 'confirmed'])
    expect((await desk('reopen', number, '--reason', 'another person', '--as', 'Chanda')).status).toBe(
      'under_review',
    )
    expect([await warned(person), await statusOf(production, id)]).toEqual([[], 'under_review'])
    expect(await reportedChanges(production, id)).toEqual([
      'received → under_review',
      'under_review → confirmed',
      'confirmed → under_review',
    ])
  })

  test('is escalated by two people and dismissed by one', { timeout: 240_000 }, async () => {
    const person = newPerson()
    const { case_number: number, id } = await reportOf(person)
    await desk('start', number, '--as', 'Amani')
    await desk('propose', number, 'escalated_to_authorities', '--reason', 'for the police', '--as', 'Amani')
    await desk('decide', number, 'accept', '--as', 'Bahati')
    expect([await warned(person), await statusOf(production, id)]).toEqual([
      [number],
      'escalated_to_authorities',
    ])
    await desk('reopen', number, '--reason', 'no facts', '--as', 'Chanda')
    await desk('propose', number, 'dismissed', '--reason', 'no facts', '--as', 'Amani')
    expect((await desk('decide', number, 'accept', '--as', 'Amani')).status).toBe('dismissed')
    expect(await warned(person)).toEqual([])
  })
})

test('each act is in the audit log with the name and the account of the operating system', async () => {
  const { case_number: number } = await reportOf(newPerson())
  await desk('start', number, '--as', 'Amani')
  await desk('note', number, 'The bank confirmed the transfer.', '--as', 'Bahati')
  const { data } = await naniJson<{
    data: { action: string; actor: string; after: Record<string, unknown> }[]
  }>(dataDir, ...['acts', '--subject', number])
  expect(data.map(({ action, actor }) => `${action} ${actor}`).toSorted()).toEqual([
    'cases.note Bahati',
    'cases.start Amani',
  ])
  for (const { after } of data) expect(after).toMatchObject({ account: expect.any(String), two_people: true })
  expect(JSON.stringify(data)).not.toContain('transfer')
})

test.each<[string, (number: string) => string[], string]>([
  ['decide without a proposal', (number) => ['decide', number, 'accept'], 'case_status_not_allowed'],
  [
    'propose on a received case',
    (number) => ['propose', number, 'dismissed', '--reason', 'r'],
    'case_status_not_allowed',
  ],
  ['reopen an open case', (number) => ['reopen', number, '--reason', 'r'], 'case_status_not_allowed'],
  ['an empty reason', (number) => ['reopen', number, '--reason', ' '], 'case_status_not_allowed'],
  ['an empty note', (number) => ['note', number, ''], 'reason_required'],
  ['an unknown case', () => ['start', 'RDC-FRD-2026-999999'], 'case_not_found'],
  [
    'merge with itself',
    (number) => ['merge', number, '--into', number, '--reason', 'r'],
    'duplicate_of_itself',
  ],
])('%s is refused', async (_, args, code) => {
  const { case_number: number } = await reportOf(newPerson())
  expect(await refused(...args(number))).toBe(code)
})

test('an unknown status, decision or environment is an error of the command line', async () => {
  const number = `RDC-FRD-2026-${randomUUID().slice(0, 6)}`
  for (const args of [
    ['propose', number, 'received', '--reason', 'r'],
    ['decide', number, 'perhaps'],
    ['list', '--environment', 'moon'],
    ['list', '--status', 'open'],
  ])
    expect((await cases(dataDir, args)).code, args.join(' ')).toBe(2)
})
