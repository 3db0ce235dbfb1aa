import { Refusal } from '@nani/foundation/core/index.ts'
import type { EntryKind, ListEntry } from '../entry.ts'
import { addAddress, addName, cleanText, emptyEntry, finishEntry } from '../parts/build-entry.ts'
import { addRemarks } from '../parts/ofac-remarks.ts'
import { westernEncoding } from './decode-text.ts'
import type { ParsedEntry, ParsedList, SourceFile } from './format.ts'
import { readCsvRows } from './read-csv-rows.ts'

// The files have no header. Their number of columns identifies them.
const roles: Readonly<Record<number, Role>> = { 12: 'entries', 6: 'addresses', 5: 'aliases', 2: 'comments' }
type Role = 'entries' | 'addresses' | 'aliases' | 'comments'
type Rows = Map<string, string[][]>

const maxSideRows = 2_000_000

/** `-0-`, with or without a space, means empty. */
const cell = (text: string | undefined): string => {
  const value = text?.trim() ?? ''
  return value === '-0-' ? '' : value
}

const roleOf = async (file: SourceFile): Promise<Role> => {
  for await (const { cells } of readCsvRows(file, 'windows-1252')) {
    const role = roles[cells.length]
    if (role && /^\d+$/.test(cells[0]?.trim() ?? '')) return role
    break
  }
  throw new Refusal(
    'list_unreadable',
    `${file.name} is not one of OFAC's sdn, alt, add and sdn_comments files.`,
  )
}

const rowsOf = async function* (file: SourceFile, columns: number): AsyncGenerator<string[]> {
  for await (const { line, cells } of readCsvRows(file, await westernEncoding(file))) {
    const number = cells[0]?.trim() ?? ''
    if (number === '' && cells.length === 1) continue
    if (cells.length !== columns || !/^\d+$/.test(number))
      throw new Refusal(
        'list_unreadable',
        `${file.name}, line ${line}: the row has ${cells.length} columns instead of ${columns}; the file may be truncated.`,
      )
    yield cells.map(cell)
  }
}

const sideRows = async (file: SourceFile | undefined, columns: number): Promise<Rows> => {
  const rows: Rows = new Map()
  let count = 0
  if (!file) return rows
  for await (const cells of rowsOf(file, columns)) {
    if (++count > maxSideRows)
      throw new Refusal('list_too_large', `${file.name} has more than ${maxSideRows} rows.`)
    const known = rows.get(cells[0] as string)
    if (known) known.push(cells)
    else rows.set(cells[0] as string, [cells])
  }
  return rows
}

/** OFAC's list as CSV: `sdn`, `alt` and `add` (or `cons_prim`, …), in any order, and optionally `sdn_comments`. */
export const parseOfacCsv = (files: readonly SourceFile[]): ParsedList => {
  const entries = async function* (): AsyncGenerator<ParsedEntry> {
    const byRole = new Map<Role, SourceFile>()
    for (const file of files) {
      const role = await roleOf(file)
      if (byRole.has(role)) throw new Refusal('list_unreadable', `${file.name} is a second file of ${role}.`)
      byRole.set(role, file)
    }
    const main = byRole.get('entries')
    if (!main || !byRole.has('aliases') || !byRole.has('addresses'))
      throw new Refusal(
        'list_unreadable',
        'The import needs the three files of OFAC together: sdn, alt and add.',
      )
    const aliases = await sideRows(byRole.get('aliases'), 5)
    const addresses = await sideRows(byRole.get('addresses'), 6)
    const comments = await sideRows(byRole.get('comments'), 2)
    for await (const cells of rowsOf(main, 12)) {
      const number = cells[0] as string
      const more = [aliases, addresses, comments].map((rows) => rows.get(number) ?? [])
      const [alias = [], address = [], comment = []] = more
      yield { entry: entryOf(cells, alias, address, comment), basis: JSON.stringify([cells, ...more]) }
    }
  }
  return { entries: entries(), facts: { sourceDate: null } }
}

const kinds: Readonly<Record<string, EntryKind>> = {
  individual: 'individual',
  vessel: 'other',
  aircraft: 'other',
  '': 'business',
}

const entryOf = (
  cells: string[],
  aliases: string[][],
  addresses: string[][],
  comments: string[][],
): ListEntry => {
  const [number = '', name, type = '', programs = ''] = cells
  const entry = emptyEntry(number, kinds[type.toLowerCase()] ?? 'unknown')
  addName(entry, name, 'primary')
  for (const alias of aliases) {
    // The column of remarks contains "weak" for a weak alias.
    addName(entry, alias[3], /weak/i.test(alias[4] ?? '') ? 'weak_alias' : 'alias')
  }
  for (const address of addresses) addAddress(entry, [address[2], address[3], address[4]], address[4])
  entry.sanction = {
    programs: programs
      .split(/\]\s*\[/)
      .map((program) => cleanText(program.replace(/[[\]]/g, '')))
      .filter((program) => program !== ''),
    legalBasis: null,
    interpolUnSpecialNotice: null,
  }
  // A long remark continues in the fourth file.
  addRemarks(entry, [cells[11] ?? '', ...comments.map((comment) => comment[1] ?? '')].join(''))
  return finishEntry(entry)
}
