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

const bytesOf = (encoding: string): Bytes => {
  const characters =
    encoding === 'latin1'
      ? Buffer.from(highBytes).toString('latin1')
      : new TextDecoder(encoding).decode(highBytes)
  return new Map([...characters].map((character, at) => [character, firstHigh + at]))
}

const tables: readonly Bytes[] = encodings.map(bytesOf)
const high = /\P{ASCII}{2,}/gu
/** Two characters that some encoding has. Arabic or Chinese letters are in none of them. */
const hasHigh = new RegExp(`[${[...new Set(tables.flatMap((table) => [...table.keys()]))].join('')}]{2}`, 'u')

/** The names that a text can be after such an error. None if it is no such text. */
export const decodedNames = (name: string): string[] => {
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
