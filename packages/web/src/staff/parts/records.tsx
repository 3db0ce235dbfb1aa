import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

export type Column<Row> = { label: string; cell: (row: Row) => ReactNode }
type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table. On a small screen each row is a card, and each cell has its label (style.css). */
export const Records = <Row,>({ caption, columns, rows, keyOf }: Props<Row>) => (
  <Table className="records" verticalSpacing="sm" captionSide="top">
    <Table.Caption className="hidden">{caption}</Table.Caption>
    <Table.Thead>
      <Table.Tr>
        {columns.map(({ label }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has only its place, also in another language.
          <Table.Th key={place} scope="col">
            {label}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map((row) => (
        <Table.Tr key={keyOf(row)}>
          {columns.map(({ label, cell }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is open or typed in a cell stays in another language.
            <Table.Td key={place} data-label={label}>
              <div className="cell">{cell(row)}</div>
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

/** Named values of one object. A value that is absent is a dash. */
export const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
      </div>
    ))}
  </dl>
)
