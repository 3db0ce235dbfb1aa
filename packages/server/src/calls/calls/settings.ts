import { type ValuesOf, wholeNumberSetting } from '@nani/foundation/core/index.ts'

export const callsSettings = {
  /** How many items of batches and jobs one application may have accepted and not finished. */
  maxOpenItems: wholeNumberSetting({
    variable: 'NANI_MAX_OPEN_ITEMS',
    purpose: 'Maximum number of accepted and unfinished jobs and asynchronous batch items of one application',
    ...{ initial: 50_000, max: 999_999 },
  }),
}

export type CallsSettings = ValuesOf<typeof callsSettings>
