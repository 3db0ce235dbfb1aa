import { Refusal } from '@nani/foundation/core/index.ts'
import { describe, expect, test } from 'vitest'
import { withDeadline } from './deadline.ts'
import type { Register } from './register.ts'

const identifier = { type: 'svc_id', value: 'COD-1111-1111-1111' } as const
const registerThat = (answer: () => Promise<never>): Register => ({
  findCitizen: answer,
  findBusiness: answer,
  findCreditFile: answer,
  readFile: answer,
})
const calls = (register: Register) => [
  register.findCitizen(identifier, 'production'),
  register.findBusiness(identifier, 'production'),
  register.findCreditFile(identifier.value, 'production'),
  register.readFile('id'),
]

describe('a register with a deadline', () => {
  const failures: [string, () => Promise<never>][] = [
    ['never answers', () => new Promise(() => {})],
    ['rejects', () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'))],
    [
      'throws at once',
      () => {
        throw new TypeError('inside')
      },
    ],
  ]
  test.each(failures)(
    'one that %s is register_unavailable, and nothing of its inside is public',
    async (_, answer) => {
      for (const call of calls(withDeadline(registerThat(answer), 20))) {
        const thrown = await call.then(
          () => null,
          (reason: unknown) => reason,
        )
        expect(thrown).toBeInstanceOf(Refusal)
        const refusal = thrown as Refusal
        expect([refusal.status, refusal.code]).toEqual([502, 'register_unavailable'])
        expect(Object.keys(refusal.body())).toEqual(['error', 'message'])
        expect(JSON.stringify(refusal.body())).not.toMatch(/ECONNREFUSED|inside|ms/)
        expect(refusal.detail).toBeTruthy()
      }
    },
  )

  test('a refusal is unchanged', async () => {
    const register = withDeadline(
      registerThat(() => Promise.reject(new Refusal('overloaded', { retry_after: 1 }))),
      1000,
    )
    await expect(register.findCitizen(identifier, 'production')).rejects.toMatchObject({ code: 'overloaded' })
  })
})
