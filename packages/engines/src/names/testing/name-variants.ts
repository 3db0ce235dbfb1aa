import type { NameVerdict } from '../index.ts'
import { bare, mishear, misread, mistype } from './misspell.ts'
import {
  apostropheNames,
  femaleNames,
  genderPairs,
  links,
  maleNames,
  marriages,
  surnames,
  titles,
} from './name-parts.ts'
import { type Random, seededRandom } from './random.ts'

/** Two names and the verdict by spec/kyc#comparison-of-names. */
export interface LabelledPair {
  category: string
  expected: NameVerdict
  a: string
  b: string
}

interface Person {
  surname: string
  postnom: string
  given: string
}

type Vary = (person: Person, random: Random) => string | [a: string, b: string]

const full = ({ surname, postnom, given }: Person): string => `${surname} ${postnom} ${given}`
const otherThan = (random: Random, choices: readonly string[], ...taken: string[]): string => {
  for (;;) {
    const choice = random.pick(choices)
    if (!taken.includes(choice)) return choice
  }
}
const givenName = (random: Random): string => random.pick(random.below(2) === 0 ? maleNames : femaleNames)
const someone = (random: Random): Person => {
  const surname = random.pick(surnames)
  return { surname, postnom: otherThan(random, surnames, surname), given: givenName(random) }
}
const parts = ['surname', 'postnom', 'given'] as const
const vary = (person: Person, random: Random, change: (word: string, random: Random) => string): Person => {
  const part = random.pick(parts)
  return { ...person, [part]: change(person[part], random) }
}

const matches: Record<string, Vary> = {
  case: (p, r) => (r.below(2) === 0 ? full(p).toUpperCase() : full(p).toLowerCase()),
  accents_case: (p) => bare(full(p)),
  order: (p, r) => {
    const { surname, postnom, given } = p
    return r
      .pick([
        [given, surname, postnom],
        [given, postnom, surname],
        [surname, given, postnom],
        [postnom, given, surname],
      ])
      .join(' ')
  },
  comma_order: (p) => `${p.surname} ${p.postnom}, ${p.given}`.toUpperCase(),
  honorific: (p, r) => `${r.pick(titles)} ${p.given} ${p.surname} ${p.postnom}`,
  hyphen: (p, r) => {
    const first = r.pick(['Jean', 'Marie', 'Anne'])
    const written = `${first}-${p.given} ${p.surname} ${p.postnom}`
    const apart = r.pick([`${first} ${p.given}`, `${first}${p.given}`, `${first} - ${p.given}`])
    return [
      written,
      r.below(2) === 0 ? `${apart} ${p.surname} ${p.postnom}` : `${p.surname} ${p.postnom} ${apart}`,
    ]
  },
  apostrophe: (p, r) => {
    const name = r.pick(apostropheNames)
    const other = name.replace("'", r.pick(['’', ' ', '', 'ʼ', '`']))
    return [`${name} ${p.postnom} ${p.given}`, `${other} ${p.postnom} ${p.given}`]
  },
  particle: (p, r) => {
    const linked = `${p.surname} ${r.pick(links)} ${p.postnom}`
    return [
      `${linked} ${p.given}`,
      r.pick([`${p.given} ${linked}`, full(p), `${linked} ${p.given}`.toUpperCase()]),
    ]
  },
}

const partials: Record<string, Vary> = {
  missing_postnom: (p) => `${p.given} ${p.surname}`,
  missing_given: (p) => `${p.surname} ${p.postnom}`,
  given_initial: (p) => `${p.surname} ${p.postnom} ${bare(p.given)[0]!.toUpperCase()}.`,
  postnom_initial: (p) => `${p.given} ${p.surname} ${p.postnom[0]}.`,
  second_given_added: (p, r) => `${full(p)} ${otherThan(r, [...maleNames, ...femaleNames], p.given)}`,
  married_name_added: (p, r) => `${full(p)} ${otherThan(r, surnames, p.surname, p.postnom)}`,
  epouse: (p, r) => `${full(p)} ${r.pick(marriages)} ${otherThan(r, surnames, p.surname, p.postnom)}`,
  typo: (p, r) => full(vary(p, r, mistype)),
  two_typos: (p, r) => full({ ...p, surname: mistype(p.surname, r), given: mistype(p.given, r) }),
  ocr: (p, r) => full(vary(p, r, misread)),
  phonetic: (p, r) => full(vary(p, r, mishear)),
}

const refusals: Record<string, Vary> = {
  sibling: (p, r) => full({ ...p, given: otherThan(r, [...maleNames, ...femaleNames], p.given) }),
  gender_counterpart: (p, r) => {
    const [man, woman] = r.pick(genderPairs)
    return [full({ ...p, given: man }), full({ ...p, given: woman })]
  },
  other_postnom: (p, r) => full({ ...p, postnom: otherThan(r, surnames, p.surname, p.postnom) }),
  same_surname_only: (p, r) => full({ ...someone(r), surname: p.surname }),
  same_given_only: (p, r) => full({ ...someone(r), given: p.given }),
  random: (_, r) => full(someone(r)),
}

const categoriesByVerdict: readonly (readonly [NameVerdict, Record<string, Vary>])[] = [
  ['match', matches],
  ['partial_match', partials],
  ['no_match', refusals],
]

/** Categories in which a `match` would certify one person as another. */
export const neverMatchCategories: readonly string[] = Object.keys(refusals)

/** Invented pairs of every category of spec/kyc#comparison-of-names, equal for the same seed. */
export const inventPairs = (seed: number, perCategory: number): LabelledPair[] => {
  const random = seededRandom(seed)
  return categoriesByVerdict.flatMap(([expected, categories]) =>
    Object.entries(categories).flatMap(([category, variation]) =>
      Array.from({ length: perCategory }, () => {
        const person = someone(random)
        const varied = variation(person, random)
        const [a, b] = typeof varied === 'string' ? [full(person), varied] : varied
        return { category, expected, a, b }
      }),
    ),
  )
}
