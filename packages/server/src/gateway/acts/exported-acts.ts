import { Refusal } from '@nani/foundation/core/index.ts'

/** An export is one answer in memory. A shorter period has all of its acts; a file without the oldest ones would hide them. */
export const maxExported = 50_000

/** `field`: the filter that shortens the period. */
export const tooManyActs = (field: 'from' | 'since'): Refusal =>
  new Refusal('value_invalid', `The filter has more than ${maxExported} acts.`, {
    context: { field },
    next: 'Choose a shorter period, and export each period.',
  })
