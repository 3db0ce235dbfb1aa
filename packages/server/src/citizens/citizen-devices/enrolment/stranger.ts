import type { Actor } from '@nani/foundation/core/index.ts'

/** A person without a session: the steps of an enrolment, and the start of a session. */
export const stranger: Actor = { kind: 'system', task: 'stranger' }

/** For one network. An enrolment has four requests, and a photograph may be repeated. */
export const enrolmentRate = { burst: 600, refillMs: 100 }

/** For one network. A device asks once in half a day. */
export const sessionRate = { burst: 120, refillMs: 1_000 }

/** For one network. */
export const signOutRate = { burst: 600, refillMs: 100 }
