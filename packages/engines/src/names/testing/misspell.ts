import type { Random } from './random.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** One typing error after the first letter. The result is always a different word. */
export const mistype = (word: string, random: Random): string => {
  for (;;) {
    const at = 1 + random.below(word.length - 1)
    const letter = letters[random.below(letters.length)]!
    const slips = [
      () => word.slice(0, at) + word.slice(at + 1),
      () => word.slice(0, at) + letter + word.slice(at),
      () => word.slice(0, at) + letter + word.slice(at + 1),
      () => word.slice(0, at) + (word[at + 1] ?? '') + word[at]! + word.slice(at + 2),
    ]
    const slipped = slips[random.below(slips.length)]!()
    if (bare(slipped) !== bare(word)) return slipped
  }
}

const scans: readonly (readonly [RegExp, string])[] = [
  [/m/, 'rn'],
  [/l/, '1'],
  [/l/, 'i'],
  [/i/, 'l'],
  [/i/, '1'],
  [/o/, '0'],
  [/e/, 'c'],
  [/u/, 'v'],
  [/b/, 'h'],
  [/s/, '5'],
  [/w/, 'vv'],
  [/d/, 'cl'],
]

/** One letter read as another of the same shape. */
export const misread = (word: string, random: Random): string => rewrite(word, scans, random)

const heard: readonly (readonly [RegExp, string])[] = [
  [/(?<!o)u/, 'ou'],
  [/(?<=.)y/, 'i'],
  [/(?<!d)j/, 'dj'],
  [/tsh/i, 'Tch'],
  [/sh/i, 'ch'],
  [/(?<=a)k/, 'c'],
  [/(?<=n)g(?=[aou])/, 'gh'],
  [/m(?=[bp])/, 'n'],
  [/ph/i, 'f'],
  [/(?<=[aeiou])s(?=[aeiou])/, 'z'],
  [/(?<=[aeiou])z(?=[aeiou])/, 's'],
  [/(?<=[aeiou])l(?=[aeiou])/, 'll'],
  [/w(?=[ae])/, 'ou'],
  [/th/i, 't'],
]

/** The word as another clerk writes the same sound. */
export const mishear = (word: string, random: Random): string => rewrite(word, heard, random)

const rewrite = (word: string, rules: readonly (readonly [RegExp, string])[], random: Random): string => {
  const usable = rules.filter(([pattern]) => pattern.test(word))
  if (usable.length === 0) return mistype(word, random)
  const [pattern, replacement] = usable[random.below(usable.length)]!
  return word.replace(pattern, replacement)
}

/** Without accents and case. */
export const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
