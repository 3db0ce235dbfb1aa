import {
  AMBIGUOUS_PARTICLES,
  BIRTH_TERMS,
  HONORIFICS,
  MARRIAGE_TERMS,
  PARTICLES,
  TRAILING_HONORIFICS,
} from './word-lists.ts'
import type { Word } from './words.ts'

/** What a word does in a name. A `term` of marriage or birth is not compared. */
export type WordClass = 'component' | 'spouse' | 'free' | 'term'

type Class = WordClass | 'particle' | 'ambiguous'

/** Tells the components of a name from the titles, particles and terms between them. */
export function classifyWords(words: readonly Word[]): WordClass[] {
  const classes = words.map((word, index): Class => {
    if (word.elided || PARTICLES.has(word.text)) return 'particle'
    const isInside = index > 0 && index < words.length - 1
    if (isInside && (MARRIAGE_TERMS.has(word.text) || BIRTH_TERMS.has(word.text))) return 'term'
    if (isInside && AMBIGUOUS_PARTICLES.has(word.text)) return 'ambiguous'
    return 'component'
  })
  freeHonorifics(words, classes)
  markSpouses(words, classes)
  const named = classes.filter((kind) => kind === 'component' || kind === 'spouse').length
  return classes.map((kind): WordClass => {
    if (kind === 'ambiguous') return named >= 2 ? 'free' : 'component'
    return kind === 'particle' ? 'free' : kind
  })
}

/** Titles open a name or a segment ("M. Josué Banza", "BANZA, Dr Josué") or end it ("Banza Josué, PhD"). */
function freeHonorifics(words: readonly Word[], classes: Class[]): void {
  let isLeading = false
  for (const [index, word] of words.entries()) {
    if (word.opensSegment) isLeading = true
    // A leading M. is Monsieur; anywhere else, or after another title, it is an initial.
    const isMonsieur = word.text === 'm' && word.opensSegment && !word.closesSegment
    if (isLeading && (isMonsieur || HONORIFICS.has(word.text))) classes[index] = 'free'
    else if (classes[index] !== 'particle') isLeading = false
  }
  for (let index = words.length - 1; index > 0 && TRAILING_HONORIFICS.has(words[index]!.text); index--) {
    classes[index] = 'free'
  }
}

/** Only the first name after the term is the spouse's: a given name may follow it. */
function markSpouses(words: readonly Word[], classes: Class[]): void {
  for (const [index, word] of words.entries()) {
    if (classes[index] !== 'term' || !MARRIAGE_TERMS.has(word.text)) continue
    const name = classes.indexOf('component', index + 1)
    if (name !== -1) classes[name] = 'spouse'
  }
}
