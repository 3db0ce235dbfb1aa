import { expect, inject, test } from 'vitest'
import type { ErrorBody } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { validate } from '../client/kyc.ts'

const { sandbox } = inject('demo')
const inSeconds = (offset: number) => ({ timestamp: String(Math.floor(Date.now() / 1000) + offset) })
const asUnixSeconds = (value: unknown) =>
  typeof value === 'number' ? value : Date.parse(String(value)) / 1000

test.each([-302, 302, -86_400, 86_400])(
  '%s s from the server’s clock is timestamp_out_of_window',
  async (offset) => {
    const answer = await validate(sandbox, '0001', {}, inSeconds(offset))
    expectRefusal(answer, 'timestamp_out_of_window', { encrypted: false })
    const { server_time } = answer.json as unknown as ErrorBody
    expect(Math.abs(asUnixSeconds(server_time) - Date.now() / 1000)).toBeLessThan(60)
  },
)

test.each([-295, 295])('%s s from the server’s clock is inside the window of 5 minutes', async (offset) => {
  expect((await validate(sandbox, '0001', {}, inSeconds(offset))).status).toBe(200)
})

test('milliseconds in place of seconds are out of the window', async () => {
  const answer = await validate(sandbox, '0001', {}, { timestamp: String(Date.now()) })
  expectRefusal(answer, 'timestamp_out_of_window', { encrypted: false })
})
