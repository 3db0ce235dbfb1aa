import { fileCycles } from './file-cycles.ts'
import { type Import, importsOf, type SourceFile } from './imports.ts'
import { areas, browserSafe, layers, packages, sameLayerImports } from './layers.ts'

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
    ...misplacedModules(files),
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
  // A test of a module below the server may import upwards, as a test of the server may.
  if (other === 'packages/server' && isTest(from) && hasModules(own)) return []
  return [`${from}: ${own} may not import ${other}`]
}

const hasModules = (name: string): boolean => `${name}/src` in areas

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

const areaOf = (path: string): string | undefined =>
  Object.keys(areas).find((area) => path.startsWith(`${area}/`))

/** The module of a file of an area or of the server, or undefined for a file of another package. */
export const moduleOf = (path: string): string | undefined => {
  const area = areaOf(path)
  if (area === undefined) return outsideOfAreas(path)
  const [first = '', ...rest] = path.slice(area.length + 1).split('/')
  return area.endsWith('/services') && rest.length > 0 ? `services/${first}` : first
}

const outsideOfAreas = (path: string): string | undefined => {
  if (!path.startsWith(serverSource)) return undefined
  const [first = '', second = ''] = path.slice(serverSource.length).split('/')
  return second === '' ? 'main' : first
}

const isOneOf = (names: readonly string[], module: string): boolean =>
  names.some((name) => name === module || (name.endsWith('/*') && module.startsWith(name.slice(0, -1))))

const homeOf = (module: string): string =>
  Object.keys(areas).find((area) => isOneOf(areas[area] ?? [], module)) ?? serverSource.slice(0, -1)

/** The folder of a module, from the root. */
export const folderOf = (module: string): string =>
  `${homeOf(module)}/${module.startsWith('services/') ? module.slice('services/'.length) : module}`

const isForTests = ({ from, to }: Import): boolean => isTest(from) && moduleOf(to ?? '') === 'testing'

const layerOf = (module: string): number => layers.findIndex((layer) => isOneOf(layer, module))

const isAllowed = (from: string, to: string): boolean =>
  sameLayerImports.some((entry) => entry[0] === from && entry[1] === to)

const betweenModules = ({ from, to }: Import): string[] => {
  const [own, other] = [moduleOf(from), moduleOf(to ?? '')]
  if (!other || own === other || isForTests({ from, to })) return []
  const violations: string[] = []
  // Tests and benchmarks also use the data that the tests of a module share.
  const isSharedByTests = (from.startsWith('bench/') || isTest(from)) && (to ?? '').includes('/testing/')
  const entries = ['index.ts', 'settings.ts', ...(other === 'core' ? ['concurrency/threads.ts'] : [])]
  if (
    other !== 'main' &&
    !isSharedByTests &&
    !entries.some((entry) => to === `${folderOf(other)}/${entry}`)
  ) {
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

const misplacedModules = (files: readonly SourceFile[]): string[] => {
  const found = new Map<string, string>()
  for (const { path } of files) {
    const module = moduleOf(path)
    if (module === undefined) continue
    const area = areaOf(path)
    if (layerOf(module) < 0) found.set(module, `${path}: the module ${module} has no layer`)
    else if (area !== undefined && !isOneOf(areas[area] ?? [], module))
      found.set(
        `${area}/${module}`,
        `${path}: the module ${module} is in another area than testing/layers.ts says`,
      )
  }
  return [...found.values()]
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
