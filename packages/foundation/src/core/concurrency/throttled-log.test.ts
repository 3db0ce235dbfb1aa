import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { throttledErrorLog, throttledLog } from './throttled-log.ts'

test('errors within ten seconds of a logged one are not logged', () => {
  const loggedMs: number[] = []
  const clock = manualClock(0)
  const log = (line: string) => {
    expect(line).toMatch(/^webhooks: /)
    loggedMs.push(clock.now())
  }
  const onError = throttledErrorLog('webhooks', { clock, log })
  for (let second = 0; second <= 20; second++) {
    onError(new Error(`second ${second}`))
    clock.advance(1_000)
  }
  expect(loggedMs).toEqual([0, 10_000, 20_000])
})

test('a line is logged as it is, and a message of an error is not', () => {
  const lines: string[] = []
  const needs = { clock: manualClock(0), log: (line: string) => void lines.push(line) }
  throttledLog('consents', needs)('north does not answer')
  throttledErrorLog('consents', needs)(new Error('north does not answer'))
  expect(lines).toEqual(['consents: north does not answer', 'consents: Error'])
})
