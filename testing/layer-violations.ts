import { type Import, importsOf, type SourceFile } from './imports.ts'
import { browserSafe, doors, floors, packages } from './layers.ts'

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
      ...betweenRooms(found),
    ]),
    ...roomsWithoutFloor(files),
    ...cycles(imports),
    ...unusedDoors(imports),
  ]
}

const uncheckable = ({ from, to }: Import): string[] =>
  to === null ? [`${from}: an import whose path is computed cannot be checked`] : []

// A test may use what no product code may: the repository's testing/, Node, the vitest of the root.
const isTest = (path: string): boolean => /\.(test|fixture)\.ts$|\/testing\//.test(path)

const packageOf = (path: string): string | undefined =>
  /^(packages\/[^/]+|acceptance|bench|testing)\//.exec(path)?.[1]

const betweenPackages = ({ from, to }: Import): string[] => {
  const [own = '', other] = [packageOf(from), packageOf(to ?? '')]
  const allowed = packages[own]
  if (!other || !allowed || own === other || allowed.includes(other)) return []
  if (other === 'testing' && isTest(from) && own !== 'acceptance') return []
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

/** The room of a server file, or undefined for a file that is none of the server's. */
export const roomOf = (path: string): string | undefined => {
  if (!path.startsWith(serverSource)) return undefined
  const [first = '', second = '', ...rest] = path.slice(serverSource.length).split('/')
  if (second === '') return 'house'
  return first === 'services' && rest.length > 0 ? `services/${second}` : first
}

const isForTests = ({ from, to }: Import): boolean => isTest(from) && roomOf(to ?? '') === 'testing'

const floorOf = (room: string): number =>
  floors.findIndex((floor) =>
    floor.some((name) => name === room || (name.endsWith('/*') && room.startsWith(name.slice(0, -1)))),
  )

const isDoor = (from: string, to: string): boolean => doors.some((door) => door[0] === from && door[1] === to)

const betweenRooms = ({ from, to }: Import): string[] => {
  const [own, other] = [roomOf(from), roomOf(to ?? '')]
  if (!other || own === other || isForTests({ from, to })) return []
  const violations: string[] = []
  if (other !== 'house' && to !== `${serverSource}${other}/index.ts`) {
    violations.push(`${from}: reaches past the index.ts of ${other}, to ${to}`)
  }
  // Other packages stand above the whole house; whether they may come in at all is a rule of theirs. A test
  // may drive what stands above it, through the same front doors.
  if (own === undefined || isTest(from)) return violations
  const [ownFloor, otherFloor] = [floorOf(own), floorOf(other)]
  if (otherFloor > ownFloor) violations.push(`${from}: imports upwards, from ${own} to ${other}`)
  if (otherFloor === ownFloor && !isDoor(own, other)) {
    violations.push(`${from}: there is no door from ${own} to ${other}`)
  }
  return violations
}

const roomsWithoutFloor = (files: readonly SourceFile[]): string[] => {
  const homeless = new Map<string, string>()
  for (const { path } of files) {
    const room = roomOf(path)
    if (room !== undefined && floorOf(room) < 0) homeless.set(room, path)
  }
  return [...homeless].map(([room, path]) => `${path}: the room ${room} stands on no floor`)
}

const roomGraph = (imports: readonly Import[]): Map<string, Set<string>> => {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [own, other] = [roomOf(from), roomOf(to ?? '')]
    if (own === undefined || other === undefined || own === other || isTest(from)) continue
    graph.set(own, (graph.get(own) ?? new Set()).add(other))
  }
  return graph
}

const cycles = (imports: readonly Import[]): string[] => {
  const graph = roomGraph(imports)
  const found: string[] = []
  const done = new Set<string>()
  const walk = (room: string, path: string[]) => {
    const start = path.indexOf(room)
    if (start >= 0) found.push(`a cycle of rooms: ${[...path.slice(start), room].join(' → ')}`)
    if (start >= 0 || done.has(room)) return
    for (const next of graph.get(room) ?? []) walk(next, [...path, room])
    done.add(room)
  }
  for (const room of graph.keys()) walk(room, [])
  return found
}

const unusedDoors = (imports: readonly Import[]): string[] => {
  const graph = roomGraph(imports)
  return doors
    .filter(([from, to]) => !graph.get(from)?.has(to))
    .map(([from, to]) => `testing/layers.ts: nobody uses the door from ${from} to ${to}`)
}
