import {
  parsedSetting,
  type ValuesOf,
  wholeNumberSetting,
  yesOrNoSetting,
} from '@nani/foundation/core/index.ts'
import { readClamdAddress } from './evidence/clamd-address.ts'

export const deskSettings = {
  /** spec/fraud#two-people. Null: not set. A start gives the rule of the installation this value; a command does not. */
  fraudTwoPeople: yesOrNoSetting({
    variable: 'NANI_FRAUD_TWO_PEOPLE',
    purpose:
      '`false`: one person may confirm or escalate a fraud case alone. A start names this, and the audit log records a change ([the fraud desk](fraud-desk.md#two-people)). It is a [rule of the installation](#rules-of-the-installation)',
    byDefault: '`true`',
    initial: () => null,
  }),
  /** spec/fraud#false-reports */
  fraudFalsePercent: wholeNumberSetting({
    variable: 'NANI_FRAUD_FALSE_PERCENT',
    purpose:
      'Share of false fraud reports, in percent of the decided ones, at which an application loses the service ([false reports](fraud-desk.md#false-reports)). Use the same value for all commands',
    byDefault: '`20`',
    ...{ initial: 20, min: 1, max: 100 },
  }),
  fraudFalseDecided: wholeNumberSetting({
    variable: 'NANI_FRAUD_FALSE_DECIDED',
    purpose:
      'Decided fraud reports of an application below which false ones suspend nothing. Use the same value for all commands',
    byDefault: '`10`',
    ...{ initial: 10, min: 1, max: 100_000 },
  }),
  /** Null: files of evidence are not scanned. */
  clamd: parsedSetting(
    {
      variable: 'NANI_CLAMD',
      purpose:
        'The ClamAV daemon that scans evidence for malware: `host:port`, or the absolute path of a socket ([scanning](fraud-desk.md#scanning-for-malware)). Use the same value in every process and for the commands',
      byDefault: 'none',
    },
    (text) => (text === null ? null : readClamdAddress('NANI_CLAMD', text)),
  ),
}

export type DeskSettings = ValuesOf<typeof deskSettings>
