import { normalizeIdentifier } from '@nani/contract'
import type { Clock } from '@nani/foundation/core/index.ts'
import {
  type CreditRecord,
  checkAsOf,
  checkFields,
  creditRecordColumns,
  isSource,
  writeCreditRecordsIn,
} from '../credit-records/index.ts'
import type { CsvForm, RecordKind } from './record-kind.ts'

const textColumns = new Set(['svc_id', 'source', 'as_of'])

/** One row for each citizen and source. The columns of other sources stay empty. */
const creditRecordCsv: CsvForm = {
  fields: new Set(creditRecordColumns),
  cellValue(name, _path, cell) {
    if (textColumns.has(name)) return cell
    const value = cell.trim() === '' ? Number.NaN : Number(cell)
    return Number.isFinite(value) ? value : { wrongCell: 'must be a number' }
  },
}

/** Credit records of citizens that the register has. */
export const creditRecordKind = (clock: Clock): RecordKind<CreditRecord> => ({
  name: 'credit records',
  csv: creditRecordCsv,
  read: readCreditRecord,
  nameOf: ({ svcId }) => ({ svc_id: svcId }),
  write: (client, records) => writeCreditRecordsIn(client, records, new Date(clock.now())),
})

const readCreditRecord = (value: unknown, nowMs: number): CreditRecord | { reason: string } => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { reason: 'is no object' }
  const { svc_id: given, source, as_of: day, ...reported } = value as Record<string, unknown>
  const svcId = typeof given === 'string' ? normalizeIdentifier({ type: 'svc_id', value: given }) : null
  if (!svcId) return { reason: 'svc_id: must have the form COD-XXXX-XXXX-XXXX' }
  if (!isSource(source)) return { reason: 'source: must be mobile_money, telecom, banking or utilities' }
  const dated = checkAsOf(day, nowMs)
  if ('reason' in dated) return dated
  const checked = checkFields(source, reported)
  return 'reason' in checked ? checked : { svcId: svcId.value, source, ...dated, ...checked }
}
