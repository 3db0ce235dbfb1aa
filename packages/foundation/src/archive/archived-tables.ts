/**
 * The tables whose full days are archived. `afterDays` is longer than anything but the archive reads a day, and shorter
 * than the retention of the table. `keptDays` is the retention of the file. The primary key of each table is the
 * application, `id` and the day.
 */
export const archivedTables = {
  // The console lists the calls of 31 days. Each entry has its leaf of the transparency log in the same file.
  audit_entries: {
    afterDays: 32,
    keptDays: 400,
    id: 'entry_id',
    found: ['application_id', 'entry_id', 'request_id', 'result_id', 'subject', 'read_ids'],
    leaves: 'audit_leaves',
  },
  // The proof of the books compares months of monitors with the charges of 90 days.
  call_charges: {
    afterDays: 92,
    keptDays: 400,
    id: 'result_id',
    found: ['application_id', 'result_id'],
    leaves: null,
  },
  // Callers list the events of 30 days. What is sealed in an event opens no more when the salt of its day is erased.
  events: {
    afterDays: 30,
    keptDays: 400,
    id: 'event_id',
    found: ['application_id', 'event_id', 'object_id', 'result_id'],
    leaves: null,
  },
} as const satisfies Record<string, ArchivedTableEntry>

type ArchivedTableEntry = {
  afterDays: number
  keptDays: number
  id: string
  /** The columns by whose values a row is found. */
  found: readonly string[]
  leaves: string | null
}

export type ArchivedTable = keyof typeof archivedTables

export const archivedTableNames = Object.keys(archivedTables) as readonly ArchivedTable[]

export const isArchivedTable = (name: string): name is ArchivedTable => Object.hasOwn(archivedTables, name)

/** A row as the file has it. `row` is null for a leaf whose entry was not in the table. */
export type ArchivedRow = {
  row: Readonly<Record<string, unknown>> | null
  leaf: ArchivedLeaf | null
}

/** The place of an audit entry in the transparency log, with the random bytes of its commitment. */
export type ArchivedLeaf = {
  application_id: string
  entry_id: string
  environment: 'sandbox' | 'production'
  leaf_index: number
  salt: string
}

/** The values by which a row is found. A pseudonym is the text that JSON has of it. */
export const valuesOf = (table: ArchivedTable, { row, leaf }: ArchivedRow): Set<string> => {
  const values: unknown[] = archivedTables[table].found.flatMap((column) => row?.[column] ?? [])
  if (leaf) values.push(leaf.entry_id)
  return new Set(values.filter((value) => typeof value === 'string'))
}

/** The text that JSON has of bytes in a row. */
export const bytesText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

export const bytesOfText = (text: string): Buffer => Buffer.from(text.slice(2), 'hex')
