import {
  invalidSetting,
  parsedSetting,
  type ValuesOf,
  wholeNumberSetting,
} from '@nani/foundation/core/index.ts'
import { readWitnesses } from './witnesses/witness-list.ts'

export const auditLogSettings = {
  logPort: wholeNumberSetting({
    variable: 'NANI_LOG_PORT',
    purpose:
      'The transparency log of the audit entries, for everyone; 0 selects a free port. HTTP on `NANI_HOST`, without a signature: `/production/checkpoint`, `/production/tile/…`, and the same below `/sandbox` ([proof](proof.md))',
    byDefault: 'none',
    ...{ initial: null, max: 65_535 },
  }),
  logOrigin: parsedSetting(
    {
      variable: 'NANI_LOG_ORIGIN',
      purpose:
        'The name of the log, such as `log.example.cd/audit`; it is fixed at the first start. The name of the environment is added',
      byDefault: 'a random name',
    },
    (text) => {
      if (text !== null && !/^[a-z0-9.-]+(\/[\w.-]+)*$/i.test(text))
        throw invalidSetting(
          'NANI_LOG_ORIGIN must be an address without its scheme, such as log.example.cd/audit.',
        )
      return text
    },
  ),
  witnesses: parsedSetting(
    {
      variable: 'NANI_WITNESSES',
      purpose:
        'The key and the address of each witness of the log: `KEY URL`, separated by commas. `nani witness` prints both',
      byDefault: 'none',
    },
    (text) => readWitnesses(text ?? ''),
  ),
}

export type AuditLogSettings = ValuesOf<typeof auditLogSettings>
