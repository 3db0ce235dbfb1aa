import { dayMs } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAlarms } from '../../risk/detection/index.ts'
import { alertBudgets, invoicingModule, runDueCycles, setBudget } from './index.ts'
import { amina, type BillingDatabase, openBillingDatabase } from './testing/organization.ts'

const lastOfMarch = Date.UTC(2026, 2, 31, 12)
const since = new Date(0).toISOString()
const auditor = { kind: 'operator', name: 'beni', roles: ['auditor'] } as const
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(lastOfMarch)
})
afterAll(() => database.drop())

test('a spent budget raises one alarm in its month, also with two processes, and one in the next month', async () => {
  const { of, applicationId, platform, call } = await database.openOrganization()
  await setBudget(amina, { ...of, application_id: applicationId, amount: 200_000 }, platform)
  const raised: string[] = []
  const alert = async () => {
    raised.push(
      ...(await alertBudgets(platform)).map(({ kind, application_id }) => `${kind} ${application_id}`),
    )
  }
  const alarms = async () =>
    (await readAlarms(auditor, { since, limit: 10, application_id: applicationId }, platform)).map(
      ({ kind, details }) => ({ kind, details }),
    )
  await call()
  await alert()
  expect(await alarms()).toEqual([])
  await call()
  await Promise.all([alert(), alert()])
  await alert()
  const alarm = { kind: 'budget_exceeded', details: { spent: 0.2, budget: 0.2 } }
  expect(await alarms()).toEqual([alarm])
  expect(raised).toEqual([`budget_exceeded ${applicationId}`])
  platform.clock.advance(dayMs)
  await runDueCycles(platform)
  await alert()
  expect(await alarms()).toEqual([alarm])
  for (let count = 0; count < 3; count++) await call()
  await alert()
  expect(await alarms()).toEqual([{ ...alarm, details: { spent: 0.3, budget: 0.2 } }, alarm])
})

test('the hourly task logs the alarm of a budget and counts it for the metric, once', async () => {
  const { of, applicationId, platform, billing, call } = await database.openOrganization()
  await setBudget(amina, { ...of, application_id: applicationId, amount: 100_000 }, platform)
  await call()
  const lines: string[] = []
  const counted: string[] = []
  const needs = {
    ...{ ...platform, billing, calls: {}, http: {} },
    log: (line: string) => void lines.push(line),
    detection: { onAlarm: (kind: string) => void counted.push(kind) },
  }
  const settings = { mobileMoneyUrl: null, mobileMoneySecret: null, mobileMoneySecondSecret: null }
  const { hourly } = await invoicingModule.open(needs as never, settings)
  for (let hour = 0; hour < 2; hour++) for (const task of hourly) await task()
  expect(lines.filter((line) => line.includes(applicationId))).toEqual([
    `alarm budget_exceeded: ${applicationId} spent its budget of this month.`,
  ])
  expect(counted).toHaveLength(lines.length)
})
