import { Refusal } from '@nani/foundation/core/index.ts'
import { decodeText } from './decode-text.ts'
import type { SourceFile } from './format.ts'

/** A FollowTheMoney entity as OpenSanctions writes it, one in each line. */
export type FtmEntity = {
  id: string
  caption: string
  schema: string
  properties: Readonly<Record<string, readonly string[]>>
  /** Ids that were merged into this one. */
  referents: readonly string[]
  datasets: readonly string[]
  target: boolean
  last_seen: string | null
}

export type FtmOperation = { op: 'ADD' | 'MOD' | 'DEL'; entity: FtmEntity }

const maxLineCharacters = 8 * 1024 * 1024

/** Lines of JSON. An incomplete last line is not JSON and refuses the file. */
const readObjects = async function* (file: SourceFile): AsyncGenerator<{ line: number; value: unknown }> {
  let rest = ''
  let line = 0
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      throw new Refusal(
        'list_unreadable',
        `${file.name}, line ${line}: it is not JSON; the file may be truncated.`,
      )
    }
  }
  for await (const text of decodeText(file)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() as string
    if (rest.length > maxLineCharacters)
      throw new Refusal('list_too_large', `${file.name}, line ${line + 1}: the line is too long.`)
    for (const one of lines) {
      line++
      if (one.trim() !== '') yield { line, value: parse(one) }
    }
  }
  line++
  if (rest.trim() !== '') yield { line, value: parse(rest) }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

const propertiesOf = (value: unknown): Record<string, string[]> =>
  Object.fromEntries(Object.entries((value ?? {}) as object).map(([name, list]) => [name, texts(list)]))

const entityOf = (file: SourceFile, line: number, value: unknown): FtmEntity => {
  const { id, caption, schema, properties, referents, datasets, target, last_seen } = (value ?? {}) as Record<
    string,
    unknown
  >
  if (typeof id !== 'string' || id === '')
    throw new Refusal('list_unreadable', `${file.name}, line ${line}: the entity has no id.`)
  return {
    id,
    caption: typeof caption === 'string' ? caption : '',
    schema: typeof schema === 'string' ? schema : '',
    properties: propertiesOf(properties),
    referents: texts(referents),
    datasets: texts(datasets),
    target: target === true,
    last_seen: typeof last_seen === 'string' ? last_seen : null,
  }
}

/** `entities.ftm.json` */
export const readFtmEntities = async function* (file: SourceFile): AsyncGenerator<FtmEntity> {
  for await (const { line, value } of readObjects(file)) yield entityOf(file, line, value)
}

/** `entities.delta.json`: entities added, changed and removed since the previous version. */
export const readFtmDelta = async function* (file: SourceFile): AsyncGenerator<FtmOperation> {
  for await (const { line, value } of readObjects(file)) {
    const { op, entity } = (value ?? {}) as { op?: unknown; entity?: unknown }
    if (op !== 'ADD' && op !== 'MOD' && op !== 'DEL')
      throw new Refusal('list_unreadable', `${file.name}, line ${line}: op must be ADD, MOD or DEL.`)
    yield { op, entity: entityOf(file, line, entity) }
  }
}

// The properties that contain the two ends of a link.
const linkEnds: Readonly<Record<string, readonly string[]>> = {
  Occupancy: ['holder', 'post'],
  Family: ['person', 'relative'],
  Associate: ['person', 'associate'],
}

/** The ids that a link joins. Empty for an entity that is not a link. */
export const endsOf = ({ schema, properties }: FtmEntity): string[] => [
  ...new Set((linkEnds[schema] ?? []).flatMap((name) => properties[name] ?? [])),
]
