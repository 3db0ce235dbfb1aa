import { expect, test } from 'vitest'
import { currentTrace, readTraceContext, traceHeaders, traceMembers, withinTrace } from './trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const given = `00-${traceId}-${parentId}-01`

test.each([
  ['the current version', given, given],
  ['a later version with more fields', `cc-${traceId}-${parentId}-01-what-comes`, given],
  ['flags that this version does not define', `00-${traceId}-${parentId}-ff`, `00-${traceId}-${parentId}-03`],
])('a valid traceparent is read: %s', (_which, header, traceparent) => {
  expect(readTraceContext(header, undefined)).toEqual({ traceparent, tracestate: null })
})

test.each([
  ['absent', undefined],
  ['the forbidden version', `ff-${traceId}-${parentId}-01`],
  ['more fields than this version has', `${given}-more`],
  ['an id of zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
  ['a parent of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['capital letters', given.toUpperCase()],
  ['two headers', `${given}, ${given}`],
  ['a line break', `${given}\n"level":"error"`],
])('a value that is not valid names no trace: %s', (_which, header) => {
  expect(readTraceContext(header, 'vendor=1')).toBeNull()
})

test.each([
  ['vendor=1,tenant@other=a b', 'vendor=1,tenant@other=a b'],
  [['a=1', 'b=2'], 'a=1,b=2'],
  ['', null],
  ['no member', null],
  [`a=${'x'.repeat(600)}`, null],
  [Array.from({ length: 33 }, (_, index) => `k${index}=1`).join(','), null],
])('tracestate %j is passed on as %j', (state, passed) => {
  expect(readTraceContext(given, state)?.tracestate).toBe(passed)
})

test('work within a trace, and all that it awaits, passes the trace on with an id of its own', async () => {
  const trace = readTraceContext(given, 'vendor=1')
  const headers = await withinTrace(trace, async () => {
    await new Promise((resolve) => setImmediate(resolve))
    expect(currentTrace()).toEqual(trace)
    expect(traceMembers()).toEqual({ trace_id: traceId, parent_id: parentId })
    return traceHeaders()
  })
  const [version, sameTrace, ownId = '', flags] = String(headers.traceparent).split('-')
  expect([version, sameTrace, flags, headers.tracestate]).toEqual(['00', traceId, '01', 'vendor=1'])
  expect(ownId).toMatch(/^[0-9a-f]{16}$/)
  expect(ownId).not.toBe(parentId)
})

test('work without a trace adds nothing', () => {
  expect([withinTrace(null, currentTrace), traceMembers(), traceHeaders()]).toEqual([null, {}, {}])
})
