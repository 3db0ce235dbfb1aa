import { byTable, changed, type Trick } from './trick.ts'

export type Style = 'small' | 'capitals' | 'as written'
/** Letters that look like Latin ones. Only letters of the table are replaced. */
export type Alphabet = readonly [name: string, table: string, style: Style]

const latinOnly = /^[A-Za-z ,.'-]+$/

const styled = (name: string, style: Style): string =>
  style === 'as written' ? name : style === 'small' ? name.toLowerCase() : name.toUpperCase()

/** For each alphabet: a name in its letters, and a name with some of them. */
export const alphabetTricks = (family: string, alphabets: readonly Alphabet[]): Trick[] =>
  alphabets.flatMap(([name, table, style]) => {
    const write = byTable(table)
    const all = (listed: string) => (latinOnly.test(listed) ? write(styled(listed, style)) : null)
    const someOf = (listed: string) => {
      if (!latinOnly.test(listed)) return null
      const before = styled(listed, style)
      const letters = [...before].map((letter, at) => (at % 3 === 2 ? (write(letter) ?? letter) : letter))
      return changed(before, letters.join(''))
    }
    return [
      { family, name: `${name}: every letter of the table`, most: 0.05, write: all },
      { family, name: `${name}: one letter of three`, most: 0.05, write: someOf },
    ]
  })
