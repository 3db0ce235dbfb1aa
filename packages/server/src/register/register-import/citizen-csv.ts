import { blockFields, recordFields } from './citizen-record.ts'
import type { CsvForm } from './record-kind.ts'

const booleanLeaf = /(?:^|\.)(?:certified|is_primary|verified)$/

/** The columns of citizens. A block is one column of JSON, or columns with dots. */
export const citizenCsv: CsvForm = {
  fields: recordFields,
  cellValue(name, path, cell) {
    if (booleanLeaf.test(name) && (cell === 'true' || cell === 'false')) return cell === 'true'
    if (path.length > 1 || !blockFields.has(name)) return cell
    try {
      return JSON.parse(cell)
    } catch {
      return { wrongCell: 'is not JSON' }
    }
  },
}
