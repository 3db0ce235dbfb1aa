import type { EntryKind } from '../../list-formats/index.ts'
import { inCantonese, inJapanese, inKorean } from './chinese-characters.ts'
import { byDigits } from './digits.ts'
import { withSeparateInitials } from './joined-initials.ts'
import { onOtherKeyboard } from './keyboard.ts'
import { byLetterPairs } from './letter-pairs.ts'
import { byShapes } from './letter-shapes.ts'
import { decodedNames } from './mojibake.ts'
import { foreignInGreek, inPersian } from './other-languages.ts'

/** Bounds the work for a name that uses several of these ways of writing at once. */
const maxRewritten = 8

/**
 * Other names that a person can read in a written name, because a program or a writer changed its letters: a wrong
 * encoding, letters of another script, digits for letters, the other keyboard. Almost every name has none. The name
 * itself is not among them.
 */
export const rewritten = (name: string, kind: EntryKind): string[] => {
  const isPerson = kind === 'individual'
  const found = new Set<string>()
  const rules = [
    decodedNames,
    byShapes,
    (text: string) => byDigits(text, isPerson),
    byLetterPairs,
    onOtherKeyboard,
  ]
  if (isPerson) rules.push(inPersian, inKorean, inCantonese, inJapanese, foreignInGreek, withSeparateInitials)
  for (const rule of rules) {
    for (const text of [name, ...found]) for (const reading of rule(text)) found.add(reading)
  }
  found.delete(name)
  return [...found].slice(0, maxRewritten)
}
