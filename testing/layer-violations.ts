import { fileCycles } from './file-cycles.ts'
import { type Import, importsOf, type SourceFile } from './imports.ts'
import { browserSafe, layers, packages, sameLayerImports } from './layers.ts'

const serverSource = 'packages/server/src/'

/** Every rule of layers.ts that the files break, in words, each beginning with the file that breaks it. */
export const findViolations = (files: readonly SourceFile[]): string[] => {
  const imports = files.flatMap(importsOf)
  return [
    ...imports.flatMap((found) => [
      ...uncheckable(found),
      ...betweenPackages(found),
      ...browserSafety(found),
      ...testsInProduct(found),
      ...betweenModules(found),
    ]),
    ...modulesWithoutLayer(files),
    ...cycles(imports),
    ...cyclesOfFiles(imports),
    ...unusedSameLayerImports(imports),
  ]
}

const uncheckable = ({ from, to }: Import): string[] =>
  to === null ? [`${from}: an import whose path is computed cannot be checked`] : []

// A test may use what no product code may: the repository's testing/, Node, the vitest of the root.
const isTest = (path: string): boolean => /\.(test|fixture)\.ts$|\/testing\//.test(path)

const packageOf = (path: string): string | undefined =>
  /^(packages\/[^/]+|acceptance|bench|testing\/machine|testing)\//.exec(path)?.[1]

const betweenPackages = ({ from, to }: Import): string[] => {
  const [own = '', other] = [packageOf(from), packageOf(to ?? '')]
  const allowed = packages[own]
  if (!other || !allowed || own === other || allowed.includes(other)) return []
  if (other.startsWith('testing') && isTest(from) && own !== 'acceptance') return []
  return [`${from}: ${own} may not import ${other}`]
}

const browserSafety = ({ from, to }: Import): string[] => {
  const inside = from.startsWith(`${browserSafe.package}/src/`) && !isTest(from)
  if (!inside || browserSafe.nodeFiles.includes(from)) return []
  if (!to?.startsWith('node:') && !browserSafe.nodeFiles.includes(to ?? '')) return []
  return [`${from}: a browser loads this file, and it imports ${to}`]
}

const testsInProduct = ({ from, to }: Import): string[] =>
  from.startsWith('packages/') && !isTest(from) && (to === 'vitest' || isTest(`/${to}`))
    ? [`${from}: product code may not import ${to}, which is of the tests`]
    : []

/** The module of a file of the server, or undefined for a file of another package. */
export const moduleOf = (path: string): string | undefined => {
  if (!path.startsWith(serverSource)) return undefined
  const [first = '', second = '', ...rest] = path.slice(serverSource.length).split('/')
  if (second === '') return 'main'
  return first === 'services' && rest.length > 0 ? `services/${second}` : first
}

const isForTests = ({ from, to }: Import): boolean => isTest(from) && moduleOf(to ?? '') === 'testing'

const layerOf = (module: string): number =>
  layers.findIndex((layer) =>
    layer.some((name) => name === module || (name.endsWith('/*') && module.startsWith(name.slice(0, -1)))),
  )

const isAllowed = (from: string, to: string): boolean =>
  sameLayerImports.some((entry) => entry[0] === from && entry[1] === to)

const betweenModules = ({ from, to }: Import): string[] => {
  const [own, other] = [moduleOf(from), moduleOf(to ?? '')]
  if (!other || own === other || isForTests({ from, to })) return []
  const violations: string[] = []
  // Tests and benchmarks also use the data that the tests of a module share.
  const isSharedByTests = (from.startsWith('bench/') || isTest(from)) && (to ?? '').includes('/testing/')
  const entries = [`${serverSource}${other}/index.ts`, `${serverSource}${other}/settings.ts`]
  if (other !== 'main' && !isSharedByTests && !entries.includes(to ?? '')) {
    violations.push(`${from}: reaches past the index.ts of ${other}, to ${to}`)
  }
  // Other packages are above all modules; `packages` says which may import the server. A test may import upwards.
  if (own === undefined || isTest(from)) return violations
  const [ownLayer, otherLayer] = [layerOf(own), layerOf(other)]
  if (otherLayer > ownLayer) violations.push(`${from}: imports upwards, from ${own} to ${other}`)
  if (otherLayer === ownLayer && !isAllowed(own, other)) {
    violations.push(`${from}: ${own} may not import ${other}, which is on the same layer`)
  }
  return violations
}

const modulesWithoutLayer = (files: readonly SourceFile[]): string[] => {
  const unplaced = new Map<string, string>()
  for (const { path } of files) {
    const module = moduleOf(path)
    if (module !== undefined && layerOf(module) < 0) unplaced.set(module, path)
  }
  return [...unplaced].map(([module, path]) => `${path}: the module ${module} has no layer`)
}

const moduleGraph = (imports: readonly Import[]): Map<string, Set<string>> => {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [own, other] = [moduleOf(from), moduleOf(to ?? '')]
    if (own === undefined || other === undefined || own === other || isTest(from)) continue
    graph.set(own, (graph.get(own) ?? new Set()).add(other))
  }
  return graph
}

const cycles = (imports: readonly Import[]): string[] => {
  const graph = moduleGraph(imports)
  const found: string[] = []
  const done = new Set<string>()
  const walk = (module: string, path: string[]) => {
    const start = path.indexOf(module)
    if (start >= 0) found.push(`a cycle of modules: ${[...path.slice(start), module].join(' → ')}`)
    if (start >= 0 || done.has(module)) return
    for (const next of graph.get(module) ?? []) walk(next, [...path, module])
    done.add(module)
  }
  for (const module of graph.keys()) walk(module, [])
  return found
}

const unusedSameLayerImports = (imports: readonly Import[]): string[] => {
  const graph = moduleGraph(imports)
  return sameLayerImports
    .filter(([from, to]) => !graph.get(from)?.has(to))
    .map(([from, to]) => `testing/layers.ts: no file uses the import from ${from} to ${to}`)
}

/** A cycle of files is a violation, also when it consists of types. */
const cyclesOfFiles = (imports: readonly Import[]): string[] =>
  fileCycles(imports).map((files) => `a cycle of files: ${files.join(' ↔ ')}`)
