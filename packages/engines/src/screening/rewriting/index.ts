import type { EntryKind } from '../../list-formats/index.ts'
import { withCapitalsApart, withFormApart } from './capitals.ts'
import { inCantonese, inJapanese, inKorean } from './chinese-characters.ts'
import { byDigits } from './digits.ts'
import { withFragmentsJoined } from './fragments.ts'
import { withKnownNamesApart } from './glued-names.ts'
import { withSeparateInitials } from './joined-initials.ts'
import { onKeyboardOfScript, onOtherKeyboard, onRussianKeyboard } from './keyboard.ts'
import { byLetterPairs } from './letter-pairs.ts'
import { byShapes } from './letter-shapes.ts'
import { bySigns } from './letter-signs.ts'
import { withLettersInPlace } from './misplaced-letters.ts'
import { decodedNames, decodedPlainNames } from './mojibake.ts'
import { inOrthographies } from './orthographies.ts'
import { foreignInGreek, inPersian } from './other-languages.ts'

export { codePage437, codePage850 } from './code-pages.ts'
export { hasUnreadableMixture } from './letter-shapes.ts'

/** Bounds the work for a name that uses several of these ways of writing at once. */
const maxRewritten = 8

/**
 * Other names that a person can read in a written name, because a program or a writer changed its letters: a wrong
 * encoding, letters of another script, digits for letters, the other keyboard. Almost every name has none. The name
 * itself is not among them.
 */
export const rewritten = (name: string, kind: EntryKind): string[] => {
  const rules = plain.test(name) ? ofPlainNames : ofAnyNames
  const ofKind = kind === 'individual' ? rules.person : rules.other
  const first = ofKind.map((rule) => rule(name))
  return first.some((readings) => readings.length > 0) ? withFewestRules(name, ofKind, first) : []
}

/** Most names. The rules for other letters have nothing to read in them. */
const plain = /^[ -~]*$/

type Rule = (text: string) => readonly string[]

/** These read the written letters of a name. After another rule they would mostly read what no one wrote, and each reading is a search. */
const ofWrittenLetters: ReadonlySet<Rule> = new Set([
  withFragmentsJoined,
  withLettersInPlace,
  inOrthographies,
])

const rulesOf = (ofAny: readonly Rule[], ofForeignPeople: readonly Rule[]) => ({
  person: [
    ...ofAny,
    bySigns,
    (text: string) => byDigits(text, true),
    byLetterPairs,
    onOtherKeyboard,
    ...ofForeignPeople,
    withCapitalsApart,
    withKnownNamesApart,
    withSeparateInitials,
    withFragmentsJoined,
    withLettersInPlace,
    inOrthographies,
  ],
  other: [...ofAny, (text: string) => byDigits(text, false), byLetterPairs, onOtherKeyboard, withFormApart],
})

const ofPlainNames = rulesOf([decodedPlainNames], [])
const ofAnyNames = rulesOf(
  [decodedNames, byShapes, onRussianKeyboard],
  [onKeyboardOfScript, inPersian, inKorean, inCantonese, inJapanese, foreignInGreek],
)

/**
 * The readings by one rule, then those by two rules, and so on, because a reading by few rules is more likely. `first`: what each rule
 * reads in the name itself.
 */
const withFewestRules = (
  name: string,
  rules: readonly Rule[],
  first: readonly (readonly string[])[],
): string[] => {
  const found = new Set([name])
  let last = [{ text: name, nextRule: 0 }]
  while (last.length > 0) {
    const further: typeof last = []
    for (const { text, nextRule } of last) {
      for (let at = nextRule; at < rules.length; at++) {
        if (text !== name && ofWrittenLetters.has(rules[at]!)) continue
        for (const reading of text === name ? first[at]! : rules[at]!(text)) {
          if (found.has(reading)) continue
          found.add(reading)
          further.push({ text: reading, nextRule: at + 1 })
          if (found.size > maxRewritten) return withoutFirst(found)
        }
      }
    }
    last = further
  }
  return withoutFirst(found)
}

const withoutFirst = (found: ReadonlySet<string>): string[] => [...found].slice(1)
