import type { ErrorCode } from '@nani/contract'

/*
 * An effect is a write that a module contributes to a statement of other modules. The module that owns the table
 * defines it, with its SQL. Other modules only receive the finished effect: they cannot see or change the SQL.
 */

/** The SQL types that a column of an effect may have, with the values that they take. */
type ColumnValues = {
  text: string
  uuid: string
  /** `YYYY-MM-DD` */
  date: string
  timestamptz: Date
  boolean: boolean
  smallint: number
  integer: number
  bigint: number
  'text[]': readonly string[]
  /** Bytes travel next to the JSON, so that they are not encoded as text. */
  bytea: Uint8Array
}
export type ColumnType = keyof ColumnValues
export type Columns = Readonly<Record<string, ColumnType>>
export type RowOf<Of extends Columns> = { [Name in keyof Of]: ColumnValues[Of[Name]] | null }

/**
 * The rows of an application that several effects lock. Every transaction locks them in this order, so that two
 * transactions never wait for each other.
 */
export const lockOrder = ['open_work', 'usage_counters', 'billing_allowances', 'event_positions'] as const
export type LockedRow = (typeof lockOrder)[number]

/** The parameters of an effect, as SQL expressions. */
export type Places<Of extends Columns> = {
  /** The application: the only tenant of the statement. */
  application: string
  /** What the effect selects from: one row for each change, or for each row of the list of an effect. */
  changes: string
  /** Facts of the change. */
  id: string
  service: string
  scopes: string
  at: string
  day: string
  /** The columns of the effect. */
  column: { readonly [Name in keyof Of]: string }
  /**
   * Any value of an expression in the changes, for a condition on a key in addition to the join. With the join alone,
   * PostgreSQL may read all rows of the application: as long as it does not know how many there are, or if other
   * applications have few.
   */
  anyOf(expression: string): string
  /** The name of a step of this effect, for a later step that reads its rows. */
  step(name: string): string
}

export type EffectDefinition<Name extends string, Of extends Columns> = {
  /** Names the expressions in the statement. */
  name: Name
  columns: Of
  /** The row of the application that this locks. Its statement, or its step `lock`, must return a row for it. */
  locks?: LockedRow
  /** What must hold for the change to happen. */
  requires?: Requirement<Of>
  /** One data-modifying statement, or several named steps, in the order in which they read each other. */
  write(places: Places<Of>): string | Readonly<Record<string, string>>
}

/** A condition of a change. It is decided before the fence, so that a change that is refused completes nothing. */
export type Requirement<Of extends Columns> = {
  /** The refusal of a change for which it does not hold. */
  refusal: ErrorCode
  /** A `select` of the id of each change for which it holds. It locks what it reads (`for share`) until the end. */
  holds(places: Places<Of>): string
}

export type FenceDefinition<Name extends string, Of extends Columns> = {
  name: Name
  columns: Of
  /** A statement that returns the id of each change that may happen. */
  opens(places: Places<Of>): string
}

/** What the builder needs of a definition. */
export type Kind = {
  name: string
  columns: readonly (readonly [name: string, type: ColumnType])[]
  many: boolean
  locks: LockedRow | null
  requires: Requirement<Columns> | null
  write(places: Places<Columns>): string | Readonly<Record<string, string>>
}
type Row = Readonly<Record<string, unknown>>
type Content = { kind: Kind; rows: readonly Row[] }

/** Not exported by the module: only the builder reads what an effect holds. */
export const content = Symbol('content')

/** A write that happens exactly if its change happens. Opaque: `defineEffect` alone makes them. */
export type Effect<Name extends string = string> = {
  readonly effect: Name
  readonly [content]: Content
}
/** The condition of a change: what it completes must still be open. Opaque: `defineFence` alone makes them. */
export type Fence<Name extends string = string> = { readonly fence: Name; readonly [content]: Content }

/** Makes the effects of one kind, of one row. */
export const defineEffect = <const Name extends string, const Of extends Columns>(
  definition: EffectDefinition<Name, Of>,
): ((row: RowOf<Of>) => Effect<Name>) => {
  const kind = kindOf(definition, definition.write)
  return (row) => ({ effect: definition.name, [content]: { kind, rows: [row as Row] } })
}

/** Makes the effects of one kind, of a list of rows. */
export const defineEffectOfMany = <const Name extends string, const Of extends Columns>(
  definition: EffectDefinition<Name, Of>,
): ((rows: readonly RowOf<Of>[]) => Effect<Name>) => {
  const kind = { ...kindOf(definition, definition.write), many: true }
  return (rows) => ({ effect: definition.name, [content]: { kind, rows: rows as readonly Row[] } })
}

/** Makes the fences of one kind. */
export const defineFence = <const Name extends string, const Of extends Columns>(
  definition: FenceDefinition<Name, Of>,
): ((row: RowOf<Of>) => Fence<Name>) => {
  const kind = kindOf(definition, definition.opens)
  return (row) => ({ fence: definition.name, [content]: { kind, rows: [row as Row] } })
}

const kindOf = <Of extends Columns>(
  {
    name,
    columns,
    locks,
    requires,
  }: Pick<EffectDefinition<string, Of>, 'name' | 'columns' | 'locks' | 'requires'>,
  write: (places: Places<Of>) => string | Readonly<Record<string, string>>,
): Kind => ({
  name,
  columns: Object.entries(columns),
  many: false,
  locks: locks ?? null,
  requires: (requires as Requirement<Columns> | undefined) ?? null,
  write: write as Kind['write'],
})
