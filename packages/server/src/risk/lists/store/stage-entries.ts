import { createHash } from 'node:crypto'
import type { ParsedEntry } from '@nani/engines/list-formats/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'

type StagedEntry = { reference: string; hash: Buffer; facts: string; details: string }

const groupSize = 1_000
const maxGroupCharacters = 8 * 1024 * 1024
/** A process cannot hold more entries in its index. */
const maxEntries = 10_000_000

const prepare = ({ entry, basis }: ParsedEntry): StagedEntry => {
  const { kind, names, birthDates, genders, nationalities, identifiers, reference, ...details } = entry
  const facts = JSON.stringify({ kind, names, birthDates, genders, nationalities, identifiers })
  const rest = JSON.stringify(details)
  // The source text is hashed, so that any change of the source counts.
  const hash = createHash('sha256')
    .update(JSON.stringify([reference, facts, rest, basis]))
    .digest()
  return { reference, hash, facts, details: rest }
}

const write = async (client: Database, group: StagedEntry[]): Promise<void> => {
  await client.query(
    `insert into staged_entries (reference, content_hash, facts, details)
     select * from unnest($1::text[], $2::bytea[], $3::json[], $4::json[])`,
    [
      group.map(({ reference }) => reference),
      group.map(({ hash }) => hash),
      group.map(({ facts }) => facts),
      group.map(({ details }) => details),
    ],
  )
}

/**
 * Writes the entries of a file to a staging table, in groups. Memory is bounded by one group. Returns the number of
 * entries.
 */
export const stageEntries = async (
  client: Database,
  entries: AsyncIterable<ParsedEntry>,
): Promise<number> => {
  await client.query(
    `create temp table staged_entries
       (reference text not null, content_hash bytea not null, facts json not null, details json not null) on commit drop`,
  )
  let group: StagedEntry[] = []
  let characters = 0
  let count = 0
  for await (const parsed of entries) {
    const staged = prepare(parsed)
    group.push(staged)
    characters += staged.facts.length + staged.details.length
    if (++count > maxEntries)
      throw new Refusal('list_too_large', `The list has more than ${maxEntries} entries.`)
    if (group.length < groupSize && characters < maxGroupCharacters) continue
    await write(client, group)
    group = []
    characters = 0
  }
  if (group.length > 0) await write(client, group)
  await settleDuplicates(client)
  await client.query('create unique index on staged_entries (reference)')
  await client.query('analyze staged_entries')
  return count
}

/** A reference that a file contains twice becomes two entries, numbered in the same way every time. */
const settleDuplicates = async (client: Database): Promise<void> => {
  await client.query(
    `with numbered as (
       select ctid as place, row_number() over (partition by reference order by content_hash) as number
       from staged_entries
       where reference in (select reference from staged_entries group by reference having count(*) > 1))
     update staged_entries s set reference = s.reference || '#' || n.number
     from numbered n where s.ctid = n.place and n.number > 1`,
  )
}
