import { bytesOf } from '../../staff/base64.ts'
import type { EvidenceView } from './case.ts'

/** A file of evidence in a form that runs nothing: pixels, samples or cells. */
export type EvidenceContent =
  | { kind: 'image' | 'sound'; name: string; url: string }
  | { kind: 'table'; name: string; rows: string[][] }
  | { kind: 'refused'; name: string }

const kindOfType: Readonly<Record<string, 'image' | 'sound'>> = {
  ...{ 'image/png': 'image', 'image/jpeg': 'image', 'image/webp': 'image' },
  'audio/wav': 'sound',
}

/** Only what the server has drawn or written again gets an address, with a type of this list. */
export const contentOf = ({ name, content_type, data }: EvidenceView['files'][number]): EvidenceContent => {
  const [type = ''] = content_type.split(';')
  const kind = Object.hasOwn(kindOfType, type) ? kindOfType[type] : undefined
  if (kind) return { kind, name, url: URL.createObjectURL(new Blob([bytesOf(data)], { type })) }
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
