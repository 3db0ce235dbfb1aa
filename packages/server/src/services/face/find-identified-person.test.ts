import type { Template } from '@nani/engines/face-engine/index.ts'
import { describe, expect, test } from 'vitest'
import { testCitizen, testRegister } from '../../testing/citizen.ts'
import { findIdentifiedPerson } from './find-identified-person.ts'
import type { FaceSources } from './sources.ts'

const template: Template = { modelId: 'test', vector: Float32Array.of(1) }
const threshold = 0.8
const svcId = (number: number) => `COD-7777-0000-${String(number).padStart(4, '0')}`
const [amina, bosco] = [svcId(8001), svcId(8002)]

type Photograph = { svcId: string; cosine: number }
const photographs = (of: string, count: number, cosine: number): Photograph[] =>
  Array.from({ length: count }, () => ({ svcId: of, cosine }))
const crowd = (people: number, cosine: number): Photograph[] =>
  Array.from({ length: people }, (_, index) => ({ svcId: svcId(index), cosine }))

/** The enrolled photographs, and the certified people. `asked` counts searches and look-ups. */
const among = (enrolled: readonly Photograph[], certified: readonly string[]) => {
  const asked = { photographs: [] as number[], people: [] as string[] }
  const nearest = enrolled.toSorted((a, b) => b.cosine - a.cosine)
  const nearestFaces: FaceSources['nearestFaces'] = async (_template, _environment, most) => {
    asked.photographs.push(most)
    const best = new Map(
      nearest
        .slice(0, most)
        .toReversed()
        .map((one) => [one.svcId, one.cosine]),
    )
    const alike = [...best].map(([of, cosine]) => ({ svcId: of, cosine, similarity: cosine }))
    return alike.sort((a, b) => b.cosine - a.cosine)
  }
  const people = [...new Set(enrolled.map((one) => one.svcId))]
  const register = testRegister(
    people.map((one) => testCitizen({ svc_id: one, certified: certified.includes(one) })),
    (value) => void asked.people.push(value),
  )
  const sources = { nearestFaces } as FaceSources
  const named = async (least = threshold) =>
    (await findIdentifiedPerson(template, least, 'production', { register, sources }))?.citizen.svc_id ?? null
  return { named, asked }
}

describe('the identified person', () => {
  test.each([8, 31, 90])(
    'is seen behind %i people who are not certified and look more alike',
    async (people) => {
      const { named } = among([...crowd(people, 0.99), ...photographs(amina, 1, 0.95)], [amina])
      expect(await named()).toBe(amina)
    },
  )

  test('is none, if the photographs of one person hide another equally similar one', async () => {
    const near = [...photographs(amina, 32, 0.95), ...photographs(bosco, 1, 0.94)]
    expect(await among(near, [amina, bosco]).named()).toBeNull()
    const far = [...photographs(amina, 32, 0.95), ...photographs(bosco, 1, 0.8)]
    expect(await among(far, [amina, bosco]).named()).toBe(amina)
  })

  test('is none, if uncertified people are between two equally similar ones', async () => {
    const enrolled = [...photographs(amina, 1, 0.97), ...crowd(60, 0.96), ...photographs(bosco, 1, 0.95)]
    expect(await among(enrolled, [amina, bosco]).named()).toBeNull()
  })
})

test('needs the same searches and look-ups for a match as for no match', async () => {
  const enrolled = [...photographs(amina, 3, 0.95), ...crowd(40, 0.3)]
  const certified = [amina, ...crowd(40, 0.3).map((one) => one.svcId)]
  const [match, none] = [among(enrolled, certified), among(enrolled, certified)]
  expect([await match.named(), await none.named(0.96)]).toEqual([amina, null])
  expect(match.asked).toEqual(none.asked)
  expect(match.asked.photographs).toEqual([32])
  expect(match.asked.people).toHaveLength(8)
})

test('needs no second look-up of a person, and no more photographs than the search has', async () => {
  const { named, asked } = among(crowd(150, 0.9), [])
  expect(await named()).toBeNull()
  expect(asked.photographs).toEqual([32, 100])
  expect(asked.people).toHaveLength(100)
  expect(new Set(asked.people).size).toBe(100)
})
