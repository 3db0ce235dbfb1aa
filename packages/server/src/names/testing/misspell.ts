import type { Random } from './random.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** One slip of a typist anywhere after the first letter; always a different word. */
export function mistype(word: string, random: Random): string {
  for (;;) {
    const at = 1 + random.below(word.length - 1)
    const letter = LETTERS[random.below(LETTERS.length)]!
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

const SCANS: readonly (readonly [RegExp, string])[] = [
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
export function misread(word: string, random: Random): string {
  return rewrite(word, SCANS, random)
}

const HEARD: readonly (readonly [RegExp, string])[] = [
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

/** The word as another clerk writes down the same sound. */
export function mishear(word: string, random: Random): string {
  return rewrite(word, HEARD, random)
}

function rewrite(word: string, rules: readonly (readonly [RegExp, string])[], random: Random): string {
  const usable = rules.filter(([pattern]) => pattern.test(word))
  if (usable.length === 0) return mistype(word, random)
  const [pattern, replacement] = usable[random.below(usable.length)]!
  return word.replace(pattern, replacement)
}

/** Without accents and case. */
export function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
