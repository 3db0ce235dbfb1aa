import { posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** A file of the repository, by its path from the root, with forward slashes. */
export type SourceFile = { path: string; text: string }

/** `to` is a path from the root for files of the project, otherwise the specifier. Null if it is computed. */
export type Import = { from: string; to: string | null }

const literalValue = (source: { type: string; value?: unknown }): string | null =>
  source.type === 'Literal' && typeof source.value === 'string' ? source.value : null

/** Everything that a file imports: values, types, re-exports, dynamic imports and `import('…')` types. */
export const importsOf = ({ path, text }: SourceFile): Import[] => {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const specifiers: (string | null)[] = []
  const take = (source: { type: string; value?: unknown } | null) => {
    if (source) specifiers.push(literalValue(source))
  }
  new Visitor({
    ImportDeclaration: (node) => take(node.source),
    ExportNamedDeclaration: (node) => take(node.source),
    ExportAllDeclaration: (node) => take(node.source),
    ImportExpression: (node) => take(node.source),
    TSImportType: (node) => take(node.source),
  }).visit(program)
  return specifiers.map((specifier) => ({
    from: path,
    to: specifier === null ? null : resolveSpecifier(path, specifier),
  }))
}

const resolveSpecifier = (from: string, specifier: string): string => {
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
