import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installLastResort } from './last-resort.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const install = (stop: () => Promise<void>) => {
  const events = new EventEmitter()
  const lines: string[] = []
  const exit = vi.fn()
  const report = {
    ...{ reportOnFatalError: true, reportOnSignal: true, reportOnUncaughtException: true },
  }
  installLastResort({ events, report, log: (line) => lines.push(line), stop: vi.fn(stop), exit })
  return { events, lines, exit, report }
}

const personal = 'COD-1234-5678-9012 Mbuyi'

test.each(['uncaughtException', 'unhandledRejection'])(
  'after %s everything is stopped, and the log quotes nothing',
  async (kind) => {
    const stop = vi.fn(async () => {})
    const { events, lines, exit } = install(stop)
    events.emit(kind, new TypeError(`${personal} is not iterable`))
    await vi.waitFor(() => expect(exit).toHaveBeenCalledExactlyOnceWith(1))
    expect(stop).toHaveBeenCalledTimes(1)
    expect(lines[0]).toMatch(/^(uncaught exception|unhandled rejection): TypeError\n {4}at /)
    expect(lines.join()).not.toContain('Mbuyi')
  },
)

test('a thrown text is not logged either', () => {
  const { events, lines } = install(async () => {})
  events.emit('uncaughtException', personal)
  expect(lines).toEqual(['uncaught exception: thrown string'])
})

test('a hanging stop is aborted, and a failing one ends the process as well', async () => {
  const hanging = install(() => new Promise(() => {}))
  hanging.events.emit('uncaughtException', new Error(personal))
  await vi.advanceTimersByTimeAsync(44_999)
  expect(hanging.exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(hanging.exit).toHaveBeenCalledWith(1)

  const failing = install(() => Promise.reject(new Error(personal)))
  failing.events.emit('uncaughtException', new Error(personal))
  await vi.waitFor(() => expect(failing.exit).toHaveBeenCalledWith(1))
  expect(failing.lines.join()).not.toContain('Mbuyi')
})

test('errors after the first do not start a second stop', async () => {
  const stop = vi.fn(async () => {})
  const { events, exit } = install(stop)
  for (let count = 0; count < 3; count++) events.emit('unhandledRejection', new Error(personal))
  await vi.waitFor(() => expect(exit).toHaveBeenCalledTimes(1))
  expect(stop).toHaveBeenCalledTimes(1)
})

test('Node.js writes no diagnostic report', () => {
  const { report } = install(async () => {})
  expect(report).toEqual({
    ...{
      reportOnFatalError: false,
      reportOnSignal: false,
      reportOnUncaughtException: false,
    },
  })
})
