/** A record with a valid form that cannot be imported. */
export class RecordRefused extends Error {}

// PostgreSQL stores neither NUL nor half of a surrogate pair.
const unstorable = /\\u0000|\\ud[89a-f]/

/** The result of `build`, or the reason of its refusal. */
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

/** The register stores UTC, whatever the offset of a time. */
export const utc = (moment: string | null | undefined): string | null =>
  moment ? new Date(moment).toISOString() : null
