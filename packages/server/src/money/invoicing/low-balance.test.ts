import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustWallet, openKeeper, runDueCycles, setThreshold } from './index.ts'
import { amina, type BillingDatabase, both, openBillingDatabase } from './testing/organization.ts'

let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(Date.UTC(2026, 2, 15, 12))
})
afterAll(() => database.drop())

/** A prepaid organization with 1 USD and a threshold of 0.95 USD. */
const openWithThreshold = async () => {
  const organization = await database.openPrepaid()
  const { of, platform, typesSent } = organization
  await both((actor) => adjustWallet(actor, { ...of, amount: 1_000_000, reason: 'start' }, platform))
  const threshold = (amount: number) => setThreshold(amina, { ...of, threshold: amount }, platform)
  await threshold(950_000)
  const lows = async () => (await typesSent()).filter((type) => type === 'balance_low').length
  return { ...organization, threshold, lows }
}

test('a threshold that is set while the balance is below it is no further crossing', async () => {
  const { of, applicationId, platform, call, threshold, lows } = await openWithThreshold()
  const keeper = openKeeper(platform, (error) => {
    throw error
  })
  await call()
  keeper.onSpent({ ...of, applicationId })
  await keeper.run()
  expect(await lows()).toBe(1)
  await threshold(950_000)
  await threshold(990_000)
  expect(await lows()).toBe(1)
  await threshold(800_000)
  await threshold(950_000)
  expect(await lows()).toBe(2)
})

test('a balance that became low is noticed within the hour, although the process that spent it has ended', async () => {
  const { platform, call, lows } = await openWithThreshold()
  await call()
  expect(await lows()).toBe(0)
  for (let hour = 0; hour < 2; hour++) await runDueCycles(platform)
  expect(await lows()).toBe(1)
})
