/** A word of a folded name, and how it was written there. */
export interface Word {
  text: string
  /** First word of the name or of what follows a comma. */
  opensSegment: boolean
  closesSegment: boolean
  /** `d` or `l` before an apostrophe. */
  elided: boolean
  abbreviated: boolean
}

/** Splits a folded name at spaces, hyphens already being spaces, into words. */
export const splitWords = (text: string): Word[] => {
  const words: Word[] = []
  for (const segment of text.replaceAll('.', '. ').split(',')) {
    const first = words.length
    for (const piece of segment.split(' ')) pushPiece(words, piece, words.length === first)
    const last = words.at(-1)
    if (last !== undefined && words.length > first) last.closesSegment = true
  }
  return words
}

const notSpelled = /['.]/g

const pushPiece = (words: Word[], piece: string, opensSegment: boolean): void => {
  const text = piece.replace(notSpelled, '')
  if (text === '') return
  const word = { closesSegment: false, elided: false, abbreviated: text.length === 1 && piece.endsWith('.') }
  // d'Assise: the French particle, unlike N'Goma and M'Bala whose nasal belongs to the word.
  if (piece.length > 3 && piece[1] === "'" && (piece[0] === 'd' || piece[0] === 'l')) {
    words.push({ ...word, text: text[0]!, opensSegment, elided: true })
    words.push({ ...word, text: text.slice(1), opensSegment: false })
  } else {
    words.push({ ...word, text, opensSegment })
  }
}
