import type { Say } from '../../staff/language.tsx'

/** A sentence for people in each language, as the server declares it for an act. */
export type Sentence = { en: string; fr: string }

export const sentenceIn = (say: Say, { en, fr }: Sentence): string => say(en, fr)
