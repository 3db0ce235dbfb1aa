/**
 * The first letter of a text is mixed with the seed, so seeds must differ in many bits. A hash that is begun takes letter after
 * letter (`withLetter`), and is mixed at the end.
 */
export const begun = (seed: number): number => 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)

export const withLetter = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

/** FNV-1a of a text of token letters. The seed separates the kinds of keys. */
export const hashText = (text: string, seed: number): number => {
  let hash = begun(seed)
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

/** Equals `hashText` of the text without one letter. */
export const hashWithout = (text: string, left: number, seed: number): number => {
  let hash = begun(seed)
  for (let at = 0; at < text.length; at++)
    if (at !== left) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

/** Equal for texts with the same letters in another order. */
export const hashAnyOrder = (text: string, seed: number): number => {
  let sum = begun(seed)
  for (let at = 0; at < text.length; at++) sum = (sum + mix(text.charCodeAt(at))) | 0
  return mix(sum)
}

const classesOf = (table: string): Uint8Array => {
  const classes = new Uint8Array(128)
  for (const [kept, letters] of table.split(' ').map((row) => row.split(':') as [string, string]))
    for (const letter of letters) {
      classes[letter.charCodeAt(0)] = kept.charCodeAt(0)
      classes[letter.toUpperCase().charCodeAt(0)] = kept.charCodeAt(0)
    }
  for (const digit of '0123456789') classes[digit.charCodeAt(0)] = digit.charCodeAt(0)
  return classes
}

/** Letters that spellings exchange count as one letter. Vowels, and letters that can be vowels, are ignored. */
const consonants = classesOf('b:bp d:d f:fv g:gj k:kqcx l:l m:m n:n r:r s:sz t:t')

/** Words with fewer consonants are too similar to many others. All their letters count. */
const minConsonants = 3

/** The same hash for words that differ only in vowels and doubled letters. Much faster than a skeleton. */
export const hashConsonants = (text: string, seed: number): number => {
  let hash = begun(seed)
  let before = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const letter = consonants[text.charCodeAt(at)] ?? 0
    if (letter === 0 || letter === before) continue
    hash = Math.imul(hash ^ letter, 0x01000193)
    before = letter
    count++
  }
  return count < minConsonants ? hashText(text, seed) : mix(hash)
}

/** The low bits select a bucket, so they must depend on every character. */
export const mix = (hash: number): number => {
  let mixed = hash
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
