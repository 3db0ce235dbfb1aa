import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiDependencies } from './api.ts'
import { enrolmentRoutes } from './routes/enrolment.ts'
import { startApi } from './testing/api-server.ts'

let asked = 0
let server: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  const devices = {
    startEnrolment: async () => {
      asked++
      return { id: 'id', expires_at: new Date(), next_message_at: new Date(), code_length: 8 }
    },
  } as unknown as Partial<ApiDependencies['devices']>
  server = await startApi(devices, { open: [enrolmentRoutes], signedIn: [] })
})
afterAll(() => server.stop())

test('a flood of one network is refused before anything is looked up', async () => {
  const body = JSON.stringify({ identifier: '+243810000001' })
  const answers = []
  for (let group = 0; group < 10; group++)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 64 }, () => server.send('/enrolments', { method: 'POST', body })),
      )),
    )
  expect(asked).toBe(600)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(600)
  expect(answers.find(({ status }) => status === 429)?.json).toMatchObject({
    error: 'too_many_attempts',
    retry_after: 1,
  })
})
