import { parsedSetting, type ValuesOf, yesOrNoSetting } from '../../../core/index.ts'
import { readClamdAddress } from './clamd-address.ts'

export const deskSettings = {
  /** spec/fraud#two-people. Null: not set. A start gives the rule of the installation this value; a command does not. */
  fraudTwoPeople: yesOrNoSetting({
    variable: 'NANI_FRAUD_TWO_PEOPLE',
    purpose: '`false`: one person may confirm or escalate a fraud case alone',
    initial: () => null,
  }),
  /** Null: files of evidence are not scanned. */
  clamd: parsedSetting(
    { variable: 'NANI_CLAMD', purpose: 'The ClamAV daemon that scans evidence for malware' },
    (text) => (text === null ? null : readClamdAddress('NANI_CLAMD', text)),
  ),
}

export type DeskSettings = ValuesOf<typeof deskSettings>
