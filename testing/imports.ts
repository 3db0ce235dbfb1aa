import { posix } from 'node:path'
import { parsedSource } from './parsed-source.ts'

/** A file of the repository, by its path from the root, with forward slashes. */
export type SourceFile = { path: string; text: string }

/** `to` is a path from the root for files of the project, otherwise the specifier. Null if it is computed. */
export type Import = { from: string; to: string | null }

/** Everything that a file imports: values, types, re-exports, dynamic imports and `import('…')` types. */
export const importsOf = ({ path, text }: SourceFile): Import[] => {
  const { specifiers, errors } = parsedSource(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]}`)
  return specifiers.map((specifier) => ({
    from: path,
    to: specifier === null ? null : resolveSpecifier(path, specifier),
  }))
}

export const resolveSpecifier = (from: string, specifier: string): string => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const [, name, rest] = /^@nani\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (!name) return specifier
  if (name === 'acceptance' || name === 'bench') return posix.join(name, rest ?? 'index.ts')
  return posix.join('packages', name, rest === undefined ? 'src/index.ts' : exported(rest))
}

/** The packages export files of src/ under their name, with or without the ending. */
const exported = (rest: string): string => {
  if (rest.endsWith('.json')) return rest
  return rest.endsWith('.ts') ? `src/${rest}` : `src/${rest}.ts`
}
