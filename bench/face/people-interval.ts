import { createDraw } from './coverings.ts'
import { type Enrolled, innerProduct } from './identities.ts'

const repetitions = 2_000

/** Two different people with photographs that reach a cosine. */
export type Stranger = { a: string; b: string; cosine: number }

export const strangersReaching = (enrolled: readonly Enrolled[], cosine: number): Stranger[] => {
  const found: Stranger[] = []
  for (const [index, one] of enrolled.entries()) {
    for (let other = 0; other < index; other++) {
      const { person, vector } = enrolled[other]!
      if (person === one.person) continue
      const reached = innerProduct(one.vector, vector)
      if (reached >= cosine) found.push({ a: one.person, b: person, cosine: reached })
    }
  }
  return found
}

/**
 * The 95 % interval of a false match rate among pairs that share people. People are drawn with replacement, two
 * thousand times, with all their photographs. Without any false match, use the exact interval.
 */
export const peopleInterval = (enrolled: readonly Enrolled[], strangers: readonly Stranger[]) => {
  const photographs = new Map<string, number>()
  for (const { person } of enrolled) photographs.set(person, (photographs.get(person) ?? 0) + 1)
  const people = [...photographs.keys()]
  const draw = createDraw(7)
  const rates = Array.from({ length: repetitions }, () => {
    const drawn = new Map<string, number>()
    for (let each = 0; each < people.length; each++) {
      const person = people[Math.floor(draw() * people.length)]!
      drawn.set(person, (drawn.get(person) ?? 0) + 1)
    }
    let [sum, squares] = [0, 0]
    for (const [person, times] of drawn) {
      const weight = times * photographs.get(person)!
      sum += weight
      squares += weight ** 2
    }
    const matches = strangers.reduce(
      (count, { a, b }) => count + (drawn.get(a) ?? 0) * (drawn.get(b) ?? 0),
      0,
    )
    return matches / ((sum ** 2 - squares) / 2)
  }).sort((a, b) => a - b)
  return { low: rates[Math.floor(0.025 * repetitions)]!, high: rates[Math.ceil(0.975 * repetitions) - 1]! }
}
