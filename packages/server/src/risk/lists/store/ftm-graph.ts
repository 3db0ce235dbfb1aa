import type { ListCategory, ParsedEntry, SourceFacts, SourceFile } from '@nani/engines/list-formats/index.ts'
import {
  endsOf,
  type FtmEntity,
  type FtmLink,
  type FtmOperation,
  ftmEntry,
  ftmKinds,
  readDay,
  readFtmDelta,
  readFtmEntities,
} from '@nani/engines/list-formats/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { Scope } from './apply-staged.ts'

const groupSize = 1_000
const maxGroupCharacters = 8 * 1024 * 1024
/** An entity with very many links is described sufficiently by this number of them. */
const maxLinksOfOne = 1_000

// Other schemas (addresses, debts, ownerships) produce no entry and are not stored.
const storedSchemas = new Set([...Object.keys(ftmKinds), 'Occupancy', 'Family', 'Associate', 'Position'])

const noteDate = (facts: SourceFacts, { last_seen }: FtmEntity): void => {
  const day = readDay(last_seen?.slice(0, 10))
  if (day && day > (facts.sourceDate ?? '')) facts.sourceDate = day
}

const write = async (client: Database, group: FtmOperation[]): Promise<void> => {
  await client.query(
    `insert into incoming_ftm (entity_id, gone, schema, ends, referents, body)
     select e->>'id', (e->>'gone')::boolean, e->>'schema', array(select json_array_elements_text(e->'ends')),
       array(select json_array_elements_text(e->'referents')), e->'body'
     from unnest($1::json[]) e
     on conflict (entity_id) do update set gone = excluded.gone, schema = excluded.schema, ends = excluded.ends,
       referents = excluded.referents, body = excluded.body`,
    [
      // If a group contains an id twice, only the last operation is written.
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

/** Writes operations to a staging table. The last operation of each id counts, however far apart they are. */
const load = async (client: Database, operations: AsyncIterable<FtmOperation>): Promise<void> => {
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
    if (group.length < groupSize && characters < maxGroupCharacters) continue
    await write(client, group)
    group = []
    characters = 0
  }
  if (group.length > 0) await write(client, group)
}

/** Replaces the graph of a list by the content of these files. Only different rows are written. */
export const replaceGraph = async (
  client: Database,
  { list, audience }: Scope,
  files: readonly SourceFile[],
  facts: SourceFacts,
): Promise<void> => {
  const all = async function* () {
    for (const file of files)
      for await (const entity of readFtmEntities(file)) {
        noteDate(facts, entity)
        if (storedSchemas.has(entity.schema)) yield { op: 'ADD', entity } as const
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
  // Otherwise every query would also read the unsorted pending entries of the index, which are now all entries.
  await client.query('select refresh_list_graph()')
}

const upsert = async (client: Database, { list, audience }: Scope): Promise<void> => {
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
 * Applies deltas in order. It records affected entities in `staged_scope`: changed entities, both ends of changed
 * links (before and after), and their direct neighbours.
 */
export const applyDeltas = async (
  client: Database,
  scope: Scope,
  files: readonly SourceFile[],
  facts: SourceFacts,
): Promise<void> => {
  await client.query('create temp table staged_scope (reference text primary key) on commit drop')
  for (const file of files) {
    const changed = async function* () {
      for await (const { op, entity } of readFtmDelta(file)) {
        noteDate(facts, entity)
        // An entity that changes to an unlisted kind is removed from the graph, as with the whole file.
        yield { op: storedSchemas.has(entity.schema) ? op : 'DEL', entity } as const
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

/** Most removals name entities that were never stored (addresses). They affect no entry and need no query. */
const forgetStrangers = async (client: Database, { list, audience }: Scope): Promise<void> => {
  await client.query(
    `delete from incoming_ftm i where gone and not exists (select from list_ftm_entities k
       where k.list_id = $1 and k.audience = $2 and k.entity_id = i.entity_id)`,
    [list, audience],
  )
}

const noteTouched = async (client: Database, { list, audience }: Scope): Promise<void> => {
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

/** The entries of the whole graph or of `staged_scope`, one group at a time. */
export const readGraph = async function* (
  client: Database,
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

/** The links of a group of people, with the entities at the other ends. */
const linksOf = async (
  client: Database,
  { list, audience }: Scope,
  people: Node[],
): Promise<Map<string, FtmLink[]>> => {
  const ownerOf = new Map<string, string>()
  for (const { entity_id, body } of people)
    for (const id of [entity_id, ...body.referents]) ownerOf.set(id, entity_id)
  const { rows } = await client.query<{ body: FtmEntity; ends: string[] }>(
    // One index query for each. For a thousand at once, the planner would choose a scan of the whole graph.
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
      if (known.length < maxLinksOfOne)
        known.push({ link: body, others: far.flatMap((end) => others.get(end) ?? []) })
    }
  }
  return links
}

const nodesOf = async (
  client: Database,
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
