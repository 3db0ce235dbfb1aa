import { type ValuesOf, wholeNumberSetting } from '@nani/foundation/core/index.ts'

export const registerSettings = {
  registerTimeoutMs: wholeNumberSetting({
    variable: 'NANI_REGISTER_TIMEOUT_MS',
    purpose: 'After this time the register counts as unreachable: 502 `register_unavailable`',
    byDefault: '`5000`',
    ...{ initial: 5_000, min: 100, max: 60_000 },
  }),
}

export type RegisterSettings = ValuesOf<typeof registerSettings>
