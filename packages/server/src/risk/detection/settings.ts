import { type ValuesOf, wholeNumberSetting } from '@nani/foundation/core/index.ts'

/** Thresholds of the alarms for identifiers that one application looks up within ten minutes. 0: no alarm. */
export const detectionSettings = {
  alarmNotFound: wholeNumberSetting({
    variable: 'NANI_ALARM_NOT_FOUND',
    purpose:
      'Number of different unknown identifiers of one application within ten minutes that raises an alarm; `0`: never ([alarms](#alarms))',
    byDefault: '`1000`',
    ...{ initial: 1_000, max: 999_999 },
  }),
  alarmIdentifiers: wholeNumberSetting({
    variable: 'NANI_ALARM_IDENTIFIERS',
    purpose: 'The same for all different identifiers, found or not; `0`: never',
    byDefault: '`20000`',
    ...{ initial: 20_000, max: 999_999 },
  }),
}

export type DetectionSettings = ValuesOf<typeof detectionSettings>
