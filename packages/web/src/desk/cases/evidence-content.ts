import { bytesOf } from '../../staff/base64.ts'
import type { EvidenceView } from './case.ts'

/** A file of evidence in a form that runs nothing: pixels or cells. */
export type EvidenceContent =
  | { kind: 'image'; name: string; url: string }
  | { kind: 'table'; name: string; rows: string[][] }
  | { kind: 'refused'; name: string }

const imageTypes = ['image/png', 'image/jpeg', 'image/webp']

/** Only images that the server has drawn get an address, with a type of this list. */
export const contentOf = ({ name, content_type, data }: EvidenceView['files'][number]): EvidenceContent => {
  const [type = ''] = content_type.split(';')
  if (imageTypes.includes(type))
    return { kind: 'image', name, url: URL.createObjectURL(new Blob([bytesOf(data)], { type })) }
  if (type === 'text/csv')
    return { kind: 'table', name, rows: rowsOf(new TextDecoder().decode(bytesOf(data))) }
  return { kind: 'refused', name }
}

/** The cells of a table that the server has written again. */
export const rowsOf = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) break
    const [, value = '', end] = found
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows
}
