import { type ValuesOf, wholeNumberSetting } from '@nani/foundation/core/index.ts'

export const callsSettings = {
  /** How many items of batches and jobs one application may have accepted and not finished. */
  maxOpenItems: wholeNumberSetting({
    variable: 'NANI_MAX_OPEN_ITEMS',
    purpose:
      'Maximum number of accepted and unfinished jobs and asynchronous batch items of one application; above it 429 `rate_limited`. A value of at least 10,000 accepts every legal batch. Use the same value in every process',
    byDefault: '`50000`',
    ...{ initial: 50_000, min: 1, max: 999_999 },
  }),
}

export type CallsSettings = ValuesOf<typeof callsSettings>
