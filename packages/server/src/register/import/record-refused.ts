/** A record that is of the right shape and cannot be taken all the same. */
export class RecordRefused extends Error {}

// PostgreSQL stores neither NUL nor half of a surrogate pair.
const unstorable = /\\u0000|\\ud[89a-f]/

/** What `build` makes of a record, or why it refuses it. */
export const orReason = <Made extends object>(build: () => Made): Made | { reason: string } => {
  try {
    const made = build()
    if (unstorable.test(JSON.stringify(made))) throw new RecordRefused('text that is not valid Unicode')
    return made
  } catch (error) {
    if (error instanceof RecordRefused) return { reason: error.message }
    throw error
  }
}

/** Whatever the offset of a time, the register keeps UTC. */
export const utc = (moment: string | null | undefined): string | null =>
  moment ? new Date(moment).toISOString() : null
