import type pg from 'pg'
import type { ListCategory } from '../catalogue.ts'
import type { ParsedEntry, SourceFacts, SourceFile } from '../formats/format.ts'
import {
  endsOf,
  type FtmEntity,
  type FtmOperation,
  readFtmDelta,
  readFtmEntities,
} from '../formats/ftm-entity.ts'
import { type FtmLink, ftmEntry, ftmKinds } from '../formats/ftm-entry.ts'
import { readDay } from '../parts/birth-date.ts'
import type { Scope } from './apply-staged.ts'

type Client = Pick<pg.ClientBase, 'query'>

const groupSize = 1_000
const mostGroupCharacters = 8 * 1024 * 1024
/** A name that half the world is tied to needs no more than these to be told. */
const mostLinksOfOne = 1_000

// What no entry is made of stays out: addresses, debts, ownerships.
const kept = new Set([...Object.keys(ftmKinds), 'Occupancy', 'Family', 'Associate', 'Position'])

const noteDate = (facts: SourceFacts, { last_seen }: FtmEntity): void => {
  const day = readDay(last_seen?.slice(0, 10))
  if (day && day > (facts.sourceDate ?? '')) facts.sourceDate = day
}

const write = async (client: Client, group: FtmOperation[]): Promise<void> => {
  await client.query(
    `insert into incoming_ftm (entity_id, gone, schema, ends, referents, body)
     select e->>'id', (e->>'gone')::boolean, e->>'schema', array(select json_array_elements_text(e->'ends')),
       array(select json_array_elements_text(e->'referents')), e->'body'
     from unnest($1::json[]) e
     on conflict (entity_id) do update set gone = excluded.gone, schema = excluded.schema, ends = excluded.ends,
       referents = excluded.referents, body = excluded.body`,
    [
      // An id that a group has twice is written once: the last.
      [...new Map(group.map((operation) => [operation.entity.id, operation])).values()].map(rowOf),
    ],
  )
}

const rowOf = ({ op, entity }: FtmOperation): string =>
  JSON.stringify(
    op === 'DEL'
      ? { id: entity.id, gone: true, schema: '', ends: [], referents: [], body: null }
      : {
          id: entity.id,
          gone: false,
          schema: entity.schema,
          ends: endsOf(entity),
          referents: ftmKinds[entity.schema] ? entity.referents : [],
          body: entity,
        },
  )

/** Writes operations beside the graph: of each id the last stands, however far apart they are. */
const load = async (client: Client, operations: AsyncIterable<FtmOperation>): Promise<void> => {
  await client.query(
    `create temp table if not exists incoming_ftm
       (entity_id text primary key, gone boolean not null, schema text not null, ends text[] not null,
        referents text[] not null, body json not null) on commit drop`,
  )
  let group: FtmOperation[] = []
  let characters = 0
  for await (const operation of operations) {
    group.push(operation)
    for (const values of Object.values(operation.entity.properties))
      for (const value of values) characters += value.length
    if (group.length < groupSize && characters < mostGroupCharacters) continue
    await write(client, group)
    group = []
    characters = 0
  }
  if (group.length > 0) await write(client, group)
}

/** Makes the graph of a list what these files say, changing only the rows that differ. */
export const replaceGraph = async (
  client: Client,
  { list, audience }: Scope,
  files: readonly SourceFile[],
  facts: SourceFacts,
): Promise<void> => {
  async function* all() {
    for (const file of files)
      for await (const entity of readFtmEntities(file)) {
        noteDate(facts, entity)
        if (kept.has(entity.schema)) yield { op: 'ADD', entity } as const
      }
  }
  await load(client, all())
  await client.query('analyze incoming_ftm')
  await client.query(
    `delete from list_ftm_entities k where list_id = $1 and audience = $2
       and not exists (select from incoming_ftm i where i.entity_id = k.entity_id)`,
    [list, audience],
  )
  await upsert(client, { list, audience })
  // Every look into an index reads its list of entries that wait to be sorted in, and now these are all.
  await client.query(
    `select gin_clean_pending_list('list_ftm_entities_by_end'), gin_clean_pending_list('list_ftm_entities_by_referent')`,
  )
  await client.query('analyze list_ftm_entities')
}

const upsert = async (client: Client, { list, audience }: Scope): Promise<void> => {
  await client.query(
    `insert into list_ftm_entities as k (list_id, audience, entity_id, schema, ends, referents, body)
     select $1, $2, entity_id, schema, ends, referents, body from incoming_ftm where not gone
     on conflict (list_id, audience, entity_id) do update set schema = excluded.schema, ends = excluded.ends,
       referents = excluded.referents, body = excluded.body
     where k.body::text <> excluded.body::text`,
    [list, audience],
  )
}

/**
 * Applies deltas in their order, and notes in `staged_scope` whom they touch: who is named, who stood or stands at an
 * end of a link that is named, and who is joined to one of those.
 */
export const applyDeltas = async (
  client: Client,
  scope: Scope,
  files: readonly SourceFile[],
  facts: SourceFacts,
): Promise<void> => {
  await client.query('create temp table staged_scope (reference text primary key) on commit drop')
  for (const file of files) {
    async function* changed() {
      for await (const { op, entity } of readFtmDelta(file)) {
        noteDate(facts, entity)
        // Who becomes something of which no entry is made leaves the graph, as with the whole file.
        yield { op: kept.has(entity.schema) ? op : 'DEL', entity } as const
      }
    }
    await load(client, changed())
    await forgetStrangers(client, scope)
    await noteTouched(client, scope)
    await client.query(
      `delete from list_ftm_entities where list_id = $1 and audience = $2
         and entity_id in (select entity_id from incoming_ftm where gone)`,
      [scope.list, scope.audience],
    )
    await upsert(client, scope)
    await noteTouched(client, scope)
    await client.query('truncate incoming_ftm')
  }
}

/** What goes and was never there (addresses, most of all) touches nobody, and is not worth a search. */
const forgetStrangers = async (client: Client, { list, audience }: Scope): Promise<void> => {
  await client.query(
    `delete from incoming_ftm i where gone and not exists (select from list_ftm_entities k
       where k.list_id = $1 and k.audience = $2 and k.entity_id = i.entity_id)`,
    [list, audience],
  )
}

const noteTouched = async (client: Client, { list, audience }: Scope): Promise<void> => {
  await client.query(
    `with named as (select entity_id from incoming_ftm),
       aliases as (select entity_id from named union
         select unnest(k.referents) from list_ftm_entities k join named n using (entity_id)
         where k.list_id = $1 and k.audience = $2),
       links as (select k.entity_id, k.ends from list_ftm_entities k
         where k.list_id = $1 and k.audience = $2 and k.ends <> '{}'
           and (k.entity_id in (select entity_id from named)
             or k.ends && array(select entity_id from aliases))),
       touched as (select entity_id from aliases union select unnest(ends) from links)
     insert into staged_scope
     select entity_id from touched union
     select k.entity_id from list_ftm_entities k
     where k.list_id = $1 and k.audience = $2 and k.referents <> '{}'
       and k.referents && array(select entity_id from touched)
     on conflict do nothing`,
    [list, audience],
  )
}

type Node = { entity_id: string; body: FtmEntity }

/** The entries that the graph makes, of all of it or of whom `staged_scope` names; a group at a time. */
export async function* readGraph(
  client: Client,
  scope: Scope,
  category: ListCategory,
  extent: 'whole' | 'part',
): AsyncGenerator<ParsedEntry> {
  const schemas = category === 'pep' ? ['Person'] : Object.keys(ftmKinds)
  const within = extent === 'part' ? 'and entity_id in (select reference from staged_scope)' : ''
  let after = ''
  for (;;) {
    const { rows } = await client.query<Node>(
      `select entity_id, body from list_ftm_entities
       where list_id = $1 and audience = $2 and entity_id > $3 and schema = any($4) ${within}
       order by entity_id limit $5`,
      [scope.list, scope.audience, after, schemas, groupSize],
    )
    if (rows.length === 0) return
    const links = category === 'pep' ? await linksOf(client, scope, rows) : new Map<string, FtmLink[]>()
    for (const { entity_id, body } of rows) {
      const entry = ftmEntry(body, links.get(entity_id) ?? [], category)
      if (entry) yield { entry, basis: '' }
    }
    after = rows.at(-1)?.entity_id as string
  }
}

/** The links of a group of people, with who or what is at their other ends. */
const linksOf = async (
  client: Client,
  { list, audience }: Scope,
  people: Node[],
): Promise<Map<string, FtmLink[]>> => {
  const ownerOf = new Map<string, string>()
  for (const { entity_id, body } of people)
    for (const id of [entity_id, ...body.referents]) ownerOf.set(id, entity_id)
  const { rows } = await client.query<{ body: FtmEntity; ends: string[] }>(
    // One look into the index for each: of a thousand at once the planner expects so much that it reads the whole graph.
    `select distinct on (k.entity_id) k.body, k.ends from unnest($3::text[]) as wanted (id) cross join lateral (
       select entity_id, body, ends from list_ftm_entities
       where list_id = $1 and audience = $2 and ends <> '{}' and ends @> array[wanted.id]
     ) as k order by k.entity_id`,
    [list, audience, [...ownerOf.keys()]],
  )
  const others = await nodesOf(client, { list, audience }, [...new Set(rows.flatMap(({ ends }) => ends))])
  const links = new Map<string, FtmLink[]>()
  for (const { body, ends } of rows) {
    for (const owner of new Set(ends.map((end) => ownerOf.get(end)))) {
      if (owner === undefined) continue
      const far = ends.filter((end) => ownerOf.get(end) !== owner)
      const known = links.get(owner) ?? []
      links.set(owner, known)
      if (known.length < mostLinksOfOne)
        known.push({ link: body, others: far.flatMap((end) => others.get(end) ?? []) })
    }
  }
  return links
}

const nodesOf = async (
  client: Client,
  { list, audience }: Scope,
  ids: string[],
): Promise<Map<string, FtmEntity>> => {
  const { rows } = await client.query<{ entity_id: string; referents: string[]; body: FtmEntity }>(
    `select entity_id, referents, body from list_ftm_entities
     where list_id = $1 and audience = $2 and entity_id = any($3)
     union all
     select entity_id, referents, body from list_ftm_entities
     where list_id = $1 and audience = $2 and referents <> '{}' and referents && $3`,
    [list, audience, ids],
  )
  const nodes = new Map<string, FtmEntity>()
  for (const { referents, body } of rows) for (const id of referents) nodes.set(id, body)
  for (const { entity_id, body } of rows) nodes.set(entity_id, body)
  return nodes
}
