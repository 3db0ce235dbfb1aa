import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Declaration } from '../packages/server/src/gateway/acts/index.ts'

/** From the root of the repository. */
export const sourceFolder = 'packages/server/src'
const source = join(import.meta.dirname, '..', sourceFolder)

/** `defineAct({ name: …`, the same by a builder of a module, such as `reviewAct`, and after a spread. */
const declaration =
  /\b\w*(?:[aA]ct|[rR]eading)(?:<[^(]*>)?\(\{\s*(?:\.\.\.\w+,\s*)?name: '([a-z_]+\.[a-z_]+)'/g
/** The same call in another form. The builder of a module passes on what it was given. */
const otherCall =
  /\b(?:defineAct|defineReading)(?:<[^(]*>)?\((?!\{\s*(?:\.\.\.\w+,\s*)?name: '|\{\s*\.\.\.declared,)/

type Performable = { declaration: Declaration }
export type DeclaredAct = { path: string; declaration: Declaration }

const hasDeclaration = (value: unknown): value is Performable =>
  typeof value === 'function' && 'declaration' in value

const paths = (pattern: string): string[] =>
  globSync(pattern, { cwd: source })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|(?:^|\/)testing\/|^gateway\/acts\//.test(path))
    .toSorted()

const exportsOf = (path: string): Promise<Record<string, unknown>> => import(join(source, path))

/** The names that the texts of the sources declare, with their files. */
export const namesInSources = (): { path: string; name: string }[] =>
  paths('**/*.ts').flatMap((path) =>
    [...readFileSync(join(source, path), 'utf8').matchAll(declaration)].map(([, name]) => ({
      path,
      name: name as string,
    })),
  )

/** Calls of `defineAct` and `defineReading` whose name the rule cannot read. */
export const unreadableCalls = (): string[] =>
  paths('**/*.ts').filter((path) => otherCall.test(readFileSync(join(source, path), 'utf8')))

/** Every act and reading that a file exports. */
export const declaredActs = async (): Promise<DeclaredAct[]> => {
  const found = new Map<Declaration, DeclaredAct>()
  for (const path of new Set(namesInSources().map((declared) => declared.path)))
    for (const value of Object.values(await exportsOf(path)).flat())
      if (hasDeclaration(value)) found.set(value.declaration, { path, declaration: value.declaration })
  return [...found.values()].toSorted((one, other) =>
    one.declaration.name < other.declaration.name ? -1 : 1,
  )
}

/** The acts and readings that a surface binds: the lists that a file names in `bind(…)`. */
export const boundActs = async (): Promise<Set<Declaration>> => {
  const bound = new Set<Declaration>()
  for (const path of paths('**/*.ts')) {
    const text = readFileSync(join(source, path), 'utf8')
    for (const [, list = ''] of text.matchAll(/\bbind\(([^,\]]*\]?),/g))
      for (const [name] of list.matchAll(/\w+/g))
        for (const value of await valuesNamed(name, { path, text }))
          if (hasDeclaration(value)) bound.add(value.declaration)
  }
  return bound
}

/** The values of a list or of one act that a file imports or exports under this name. */
const valuesNamed = async (name: string, { path, text }: { path: string; text: string }) => {
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(text)?.[1]
  const module = from ? join(source, path, '..', from) : join(source, path)
  const value = ((await import(module)) as Record<string, unknown>)[name]
  return Array.isArray(value) ? (value as unknown[]) : [value]
}
