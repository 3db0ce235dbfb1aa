import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** The position of a caller in its own trace: the headers of W3C Trace Context. */
export type TraceContext = { traceparent: string; tracestate: string | null }

/** A later version may add fields after the flags. Its first four fields mean the same. */
const traceparentForm =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const stateMember = /^[a-z0-9][a-z0-9_*/@-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}$/
const maxStateMembers = 32
const maxStateCharacters = 512
const newestVersion = '00'
/** The flags that this version defines: sampled, and random trace id. Others must be sent as zero. */
const knownFlags = 0x03

/** Null where the headers name no trace: a caller without one, or a value that is not valid. */
export const readTraceContext = (
  traceparent: string | string[] | undefined,
  tracestate: string | string[] | undefined,
): TraceContext | null => {
  const fields = typeof traceparent === 'string' ? fieldsOf(traceparent) : null
  if (!fields) return null
  const { traceId, parentId, flags } = fields
  const state = [tracestate ?? []].flat().join(',')
  return {
    traceparent: [newestVersion, traceId, parentId, flags].join('-'),
    tracestate: isTraceState(state) ? state : null,
  }
}

const fieldsOf = (traceparent: string) => {
  const [, version, traceId, parentId, flags = '', more] = traceparentForm.exec(traceparent.trim()) ?? []
  if (version === undefined || (version === newestVersion && more !== undefined)) return null
  const known = Number.parseInt(flags, 16) & knownFlags
  return { traceId, parentId, flags: known.toString(16).padStart(2, '0') }
}

const isTraceState = (text: string): boolean => {
  if (text === '' || text.length > maxStateCharacters) return false
  const members = text.split(',').map((member) => member.trim())
  const filled = members.filter((member) => member !== '')
  return filled.length <= maxStateMembers && filled.every((member) => stateMember.test(member))
}

const current = new AsyncLocalStorage<TraceContext | null>()

/**
 * Runs work as part of a trace. Everything that it awaits belongs to the trace too. Null: the work belongs to no trace, also
 * where a call with a trace has started it.
 */
export const withinTrace = <Result>(trace: TraceContext | null, work: () => Result): Result =>
  current.run(trace, work)

/** The trace of the call or the task that runs. Null: it has none. */
export const currentTrace = (): TraceContext | null => current.getStore() ?? null

/** The members of a log entry that name the trace. */
export const traceMembers = (): { trace_id?: string; parent_id?: string } => {
  const trace = current.getStore()
  if (!trace) return {}
  const [, trace_id, parent_id] = trace.traceparent.split('-')
  return { ...(trace_id && { trace_id }), ...(parent_id && { parent_id }) }
}

const parentIdBytes = 8

/** The headers of an outgoing call within a trace. The call is a new step of the trace, so it has an id of its own. */
export const traceHeaders = (
  trace: TraceContext | null = currentTrace(),
  newParentId: () => string = () => randomBytes(parentIdBytes).toString('hex'),
): Record<string, string> => {
  if (!trace) return {}
  const [version, traceId, , flags] = trace.traceparent.split('-')
  const traceparent = [version, traceId, newParentId(), flags].join('-')
  return { traceparent, ...(trace.tracestate !== null && { tracestate: trace.tracestate }) }
}
