import type { ListEntry } from '../entry.ts'
import type { ParsedList, SourceFile } from '../formats/format.ts'

/** A file from a text of the test, read in pieces of a few bytes, so that every boundary occurs. */
export const sourceText = (text: string | Buffer, name = 'list', pieceBytes = 7): SourceFile => {
  const bytes = Buffer.from(text)
  return {
    name,
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    },
  }
}

/** Every entry of a file. */
export const entriesOf = async ({ entries }: ParsedList): Promise<ListEntry[]> => {
  const all: ListEntry[] = []
  for await (const { entry } of entries) all.push(entry)
  return all
}

/** The names of an entry with their kinds. */
export const namesOf = ({ names }: ListEntry): string[] => names.map(({ name, kind }) => `${kind}: ${name}`)
