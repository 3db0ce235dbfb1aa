import type { Business } from '../register/index.ts'
import { writeBusinessesIn } from '../register/index.ts'
import { businessOfRecord } from './business-of-record.ts'
import { checkBusiness } from './business-record.ts'
import type { RecordKind } from './record-kind.ts'

/** Businesses. */
export const businessKind: RecordKind<Business> = {
  name: 'businesses',
  csv: null,

  read(value, nowMs) {
    const checked = checkBusiness(value)
    return 'reason' in checked ? checked : businessOfRecord(checked, nowMs)
  },

  nameOf: ({ identifiers: { rccm, id_nat, nif } }) => ({ identifier: rccm ?? id_nat ?? nif ?? '' }),

  write: (client, businesses, view) => writeBusinessesIn(client, businesses, view),
}
