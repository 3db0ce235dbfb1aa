import type { SourceFile } from '@nani/server/risk/lists/index.ts'

const given = [
  'Jean',
  'Marie',
  'Joseph',
  'Chantal',
  'Dieudonné',
  'Grâce',
  'Patient',
  'Esther',
  'Félix',
  'Béatrice',
]
const family = [
  'Kabeya',
  'Ilunga',
  'Mbuyi',
  'Kalala',
  'Ngoma',
  'Kavira',
  'Mwamba',
  'Lokwa',
  'Baraka',
  'Masika',
]

const at = (list: readonly string[], index: number) => list[index % list.length] as string

const nameOf = (index: number, version: number): string =>
  `${at(given, index)} ${at(family, Math.floor(index / 10))} ${at(family, Math.floor(index / 100))} ${version > 0 && index % 1_000 === 0 ? `v${version}` : ''}${index}`

const line = (id: string, schema: string, properties: object, target: boolean): object => ({
  id,
  caption: schema,
  schema,
  properties,
  referents: [],
  datasets: ['generated'],
  last_seen: '2026-01-01T00:00:00',
  target,
})

const personOf = (index: number, version: number): object =>
  line(
    `Q${index}`,
    'Person',
    {
      name: [nameOf(index, version), nameOf(index, version).toUpperCase()],
      birthDate: [`${1930 + (index % 70)}-0${1 + (index % 9)}-1${index % 10}`],
      nationality: ['cd'],
      topics: ['role.pep'],
    },
    true,
  )

/** A person, their post, its period, and a relative: four entities for each. */
const entitiesOf = function* (people: number, version: number): Generator<object> {
  for (let index = 0; index < people; index++) {
    yield line(
      `O${index}`,
      'Occupancy',
      { holder: [`Q${index}`], post: [`P${index}`], startDate: ['2019-01-28'] },
      false,
    )
    yield line(
      `F${index}`,
      'Family',
      { person: [`Q${index}`], relative: [`Q${(index + 1) % people}`] },
      false,
    )
    yield personOf(index, version)
    yield line(`P${index}`, 'Position', { name: [`Membre ${index % 500}`], country: ['cd'] }, false)
  }
}

const fileOf = (name: string, objects: () => Iterable<object>): SourceFile => ({
  name,
  async *open() {
    let text = ''
    for (const one of objects()) {
      text += `${JSON.stringify(one)}\n`
      if (text.length < 256 * 1024) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(text)
  },
})

export const graphFile = (people: number, version: number): SourceFile =>
  fileOf('entities.ftm.json', () => entitiesOf(people, version))

/** One person in a thousand, with a new name. */
export const graphDelta = (people: number, version: number): SourceFile =>
  fileOf('entities.delta.json', function* () {
    for (let index = 0; index < people; index += 1_000) yield { op: 'MOD', entity: personOf(index, version) }
  })
