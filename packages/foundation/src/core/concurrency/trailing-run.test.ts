import { expect, test } from 'vitest'
import { currentTrace, withinTrace } from '../trace-context.ts'
import { trailingRun } from './trailing-run.ts'

/** Work that ends when the test resolves it. */
const heldWork = () => {
  const runs: PromiseWithResolvers<void>[] = []
  const ask = trailingRun(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  return { runs, ask }
}
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('calls during a run share one more, which begins when the first is over', async () => {
  const { runs, ask } = heldWork()
  const first = ask()
  const others = [ask(), ask(), ask()]
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await first
  await settle()
  expect(runs).toHaveLength(2)
  runs[1]!.resolve()
  await Promise.all(others)
  expect(runs).toHaveLength(2)
})

test('a run that fails fails its callers, and the one that was asked for meanwhile is made', async () => {
  const { runs, ask } = heldWork()
  const first = ask()
  const second = ask()
  runs[0]!.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await settle()
  runs[1]!.resolve()
  await second
})

test('idle waits for what is under way and for what was asked for meanwhile', async () => {
  const { runs, ask } = heldWork()
  void ask()
  void ask()
  let isIdle = false
  const idle = ask.idle().then(() => {
    isIdle = true
  })
  runs[0]!.resolve()
  await settle()
  expect(isIdle).toBe(false)
  runs[1]!.resolve()
  await idle
  await ask.idle()
})

test('a run belongs to no trace, also where a call with a trace asked for it', async () => {
  const traces: unknown[] = []
  const run = trailingRun(async () => {
    traces.push(currentTrace())
  })
  const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: null }
  await withinTrace(trace, () => Promise.all([run(), run()]))
  expect(traces).toEqual([null, null])
})
