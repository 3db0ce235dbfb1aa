import type { Word } from './split-words.ts'
import {
  ambiguousParticles,
  birthTerms,
  honorifics,
  marriageTerms,
  particles,
  trailingHonorifics,
} from './word-lists.ts'

/** The role of a word in a name. A `term` of marriage or birth is not compared. */
export type WordClass = 'component' | 'spouse' | 'free' | 'term'

type Class = WordClass | 'particle' | 'ambiguous'

/** Separates the components of a name from titles, particles and terms between them. */
export const classifyWords = (words: readonly Word[]): WordClass[] => {
  const classes = words.map((word, index): Class => {
    if (word.elided || particles.has(word.text)) return 'particle'
    const isInside = index > 0 && index < words.length - 1
    if (isInside && (marriageTerms.has(word.text) || birthTerms.has(word.text))) return 'term'
    if (isInside && ambiguousParticles.has(word.text)) return 'ambiguous'
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
const freeHonorifics = (words: readonly Word[], classes: Class[]): void => {
  let isLeading = false
  for (const [index, word] of words.entries()) {
    if (word.opensSegment) isLeading = true
    // A leading M. is Monsieur; anywhere else, or after another title, it is an initial.
    const isMonsieur = word.text === 'm' && word.opensSegment && !word.closesSegment
    if (isLeading && (isMonsieur || honorifics.has(word.text))) classes[index] = 'free'
    else if (classes[index] !== 'particle') isLeading = false
  }
  for (let index = words.length - 1; index > 0 && trailingHonorifics.has(words[index]!.text); index--) {
    classes[index] = 'free'
  }
}

/** Only the first name after the term is the spouse's: a given name may follow it. */
const markSpouses = (words: readonly Word[], classes: Class[]): void => {
  for (const [index, word] of words.entries()) {
    if (classes[index] !== 'term' || !marriageTerms.has(word.text)) continue
    const name = classes.indexOf('component', index + 1)
    if (name !== -1) classes[name] = 'spouse'
  }
}
