import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A line of a generated file has at most so many letters, unless one word has more. */
const lineLength = 60

const inLines = (words: readonly string[]): string => {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < lineLength)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

/** Writes constants of words, one after another with spaces, to a file of the rewriting rules of screening. */
export const writeReadings = (
  file: string,
  comment: string,
  tables: Readonly<Record<string, readonly string[]>>,
): void => {
  const target = new URL(`../../engines/src/screening/rewriting/${file}`, import.meta.url)
  const constants = Object.entries(tables).map(
    ([name, words]) => `export const ${name} = \`\n${inLines(words)}\n\`\n`,
  )
  const lines = comment.split('\n').map((line) => ` * ${line}\n`)
  writeFileSync(fileURLToPath(target), `/**\n${lines.join('')} */\n${constants.join('\n')}`)
}
