import {
  parsedSetting,
  type ValuesOf,
  wholeNumberSetting,
  yesOrNoSetting,
} from '@nani/foundation/core/index.ts'
import { readClamdAddress } from './clamd-address.ts'

export const deskSettings = {
  /** spec/fraud#two-people. Null: not set. A start gives the rule of the installation this value; a command does not. */
  fraudTwoPeople: yesOrNoSetting({
    variable: 'NANI_FRAUD_TWO_PEOPLE',
    purpose: '`false`: one person may confirm or escalate a fraud case alone',
    initial: () => null,
  }),
  /** spec/fraud#false-reports */
  fraudFalsePercent: wholeNumberSetting({
    variable: 'NANI_FRAUD_FALSE_PERCENT',
    purpose:
      'Share of false fraud reports, in percent of the decided ones, at which an application loses the service',
    ...{ initial: 20, min: 1, max: 100 },
  }),
  fraudFalseDecided: wholeNumberSetting({
    variable: 'NANI_FRAUD_FALSE_DECIDED',
    purpose: 'Decided fraud reports of an application below which false ones suspend nothing',
    ...{ initial: 10, min: 1, max: 100_000 },
  }),
  /** Null: files of evidence are not scanned. */
  clamd: parsedSetting(
    { variable: 'NANI_CLAMD', purpose: 'The ClamAV daemon that scans evidence for malware' },
    (text) => (text === null ? null : readClamdAddress('NANI_CLAMD', text)),
  ),
}

export type DeskSettings = ValuesOf<typeof deskSettings>
