/*
 * Where every room stands, as data. A room is a folder of packages/server/src (of services/, each folder);
 * what lies loose in packages/server/src puts the house together and is one room, `house`.
 * Imports go down only. Rooms on one floor meet only through the doors listed here, and everybody else's
 * room is entered through its index.ts. Tests may look up as well, through the same front doors.
 */

/** From the ground up. `services/*` stands for every service. */
export const floors: readonly (readonly string[])[] = [
  ['core'],
  ['storage', 'outbound'],
  ['names', 'register', 'ledger', 'lists', 'face'],
  ['gateway', 'disclosure', 'screening'],
  ['delivery'],
  ['services/*', 'organizations', 'description'],
  ['house'],
  // What the server's tests share. Every test may use it, wherever it stands; nothing else may.
  ['testing'],
]

/** Between rooms of one floor: who may import whom. A door that nobody uses is closed again. */
export const doors: readonly (readonly [from: string, to: string])[] = []

/** Which packages of ours a package may import. Whoever is not named here may import any. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/sdk': ['packages/contract'],
  'packages/server': ['packages/contract'],
  'packages/cli': ['packages/contract', 'packages/sdk', 'packages/server'],
  // It knows only the wire, so that a rewrite can be judged by it.
  acceptance: [],
}

/** What a browser loads has no Node in it: only these files of the package may, and nothing else loads them. */
export const browserSafe = { package: 'packages/contract', nodeFiles: ['packages/contract/src/node.ts'] }
