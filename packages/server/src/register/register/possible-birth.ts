/** The oldest person alive was born later. */
export const earliestBirth = '1880-01-01'

/** Whether a person in the register can have been born on this day, `YYYY-MM-DD`. */
export const isPossibleBirth = (date: string, nowMs: number): boolean =>
  date >= earliestBirth && Date.parse(date) <= nowMs
