import { codePage437, codePage850 } from './code-pages.ts'

/**
 * Text in UTF-8 that a program read in a one-byte encoding: MÃ³hÃ¡mÃ©d. Only sequences that are valid UTF-8 change, so
 * a name that is truly written with Ã or Р does not.
 */
const encodings = ['latin1', 'windows-1252', 'windows-1251', 'windows-1250', 'macintosh', 'koi8-r']
const firstHigh = 0x80
/** Some programs repeat the error. */
const maxRepeats = 3

type Bytes = ReadonlyMap<string, number>

const highBytes = Uint8Array.from({ length: firstHigh }, (_, at) => firstHigh + at)

const signsOf = (encoding: string): string =>
  encoding === 'latin1'
    ? Buffer.from(highBytes).toString('latin1')
    : new TextDecoder(encoding).decode(highBytes)

const bytesOf = (signs: string): Bytes =>
  new Map([...signs].map((character, at) => [character, firstHigh + at]))

const tables: readonly Bytes[] = [...encodings.map(signsOf), codePage437, codePage850].map(bytesOf)
const high = /\P{ASCII}{2,}/gu
/** Two characters that some encoding has. Arabic or Chinese letters are in none of them. */
const hasHigh = new RegExp(`[${[...new Set(tables.flatMap((table) => [...table.keys()]))].join('')}]{2}`, 'u')

/** Letters of another one-byte encoding are these signs in Windows-1252: Moham‚d, M‡lik. An apostrophe alone is one. */
const strayMark =
  /(?<=\p{L})[\u00a0-\u00bf‚„…†‡ˆ‰‹‘“”•—˜™›]|[¡-\u00bf‚„…†‡ˆ‰‹‘“”•—˜™›](?=\p{L})|\p{Lu}[çêëîïñòœƒ]\p{Lu}/u
const windows1252 = bytesOf(signsOf('windows-1252'))
const oneByte: readonly string[][] = [codePage850, signsOf('macintosh')].map((signs) => [...signs])

const high1252 = /[\u00a0-\u00bf‚„…†‡ˆ‰‹‘’“”•–—˜™›\u00c0-\u00ffŠŒŽšœžŸƒ]/gu
const letter = /\p{L}/u

/** The letters of other encodings for each sign, if all of them become letters. */
const readInOther = (name: string): string[] =>
  strayMark.test(name)
    ? oneByte.flatMap((signs) => {
        let areLetters = true
        const read = name.replace(high1252, (one) => {
          const other = signs[(windows1252.get(one) ?? 0) - firstHigh] ?? one
          areLetters &&= letter.test(other)
          return other
        })
        return areLetters ? [read] : []
      })
    : []

const characterCode = /u00([0-9a-f]{2})/gi
const characterName = /&?([aeioucny])(?:acute|grave|circ|uml|cedil|tilde);?/gi

/** Characters by their code or name, without the sign that shows it: Mu00f3hamed, Moacutehamed. */
const byCodes = (name: string): string[] => {
  const read = name
    .replace(characterCode, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(characterName, '$1')
  return read === name ? [] : [read]
}

/** The names that a text can be after such an error. None if it is no such text. */
export const decodedNames = (name: string): string[] => [
  ...decodedPlainNames(name),
  ...readInOther(name),
  ...fromUtf8(name),
]

/** The same for a name of ASCII letters and signs. */
export const decodedPlainNames = (name: string): string[] => (mayBeCode.test(name) ? byCodes(name) : [])
const mayBeCode = /u00|acute|grave|circ|uml|cedil|tilde/i

const fromUtf8 = (name: string): string[] => {
  if (!hasHigh.test(name)) return []
  const found = new Set<string>()
  for (const table of tables) {
    let text = name
    for (let turn = 0; turn < maxRepeats; turn++) {
      const decoded = text.replace(high, (run) => decodedRun(run, table) ?? run)
      if (decoded === text) break
      text = decoded
      found.add(text)
    }
  }
  return [...found]
}

/** Whether two bytes begin a character in UTF-8. Most text of another script does not, and an exception is slow. */
const beginsCharacter = (first: number, second: number): boolean =>
  first >= 0xc2 && first <= 0xf4 && second >= 0x80 && second <= 0xbf

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A run of characters as UTF-8. Null if one has no byte in this encoding, or the bytes are no text. */
const decodedRun = (run: string, table: Bytes): string | null => {
  const bytes: number[] = []
  for (const character of run) {
    const byte = table.get(character)
    if (byte === undefined) return null
    bytes.push(byte)
    if (bytes.length === 2 && !beginsCharacter(bytes[0]!, byte)) return null
  }
  if (bytes.length < 2) return null
  try {
    return utf8.decode(Uint8Array.from(bytes))
  } catch {
    return null
  }
}
