export type Entry = {
  /** Of a package that is installed under another name. */
  name?: string
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
export type Lock = { version?: string; packages: Record<string, Entry> }

/** Packages whose code is in the built pages, although a server does not install them. */
const inPages = ['preact', 'react', 'react-dom', '@mantine/core', '@mantine/hooks', '@tanstack/react-router']
const alsoInPages = ['@tanstack/react-query', 'uplot']

/** The name in the registry. An alias, such as an empty package in the place of an unused one, is not what runs. */
export const nameOf = (path: string, { name }: Entry): string =>
  name ?? path.split('node_modules/').at(-1) ?? ''

/** Whether an installation without development packages contains it. */
const runs = (path: string, { link, dev }: Entry): boolean => path.includes('node_modules/') && !link && !dev

/** Where Node finds a dependency: below the package, or below one of the folders above it. */
const placeOf = (name: string, from: string, packages: Lock['packages']): string | null => {
  for (
    let at = from;
    ;
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
  ) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[place]) return place
    if (at === '') return null
  }
}

/** The places of what a package depends on. */
export const neededBy = (path: string, packages: Lock['packages']): string[] => {
  const { dependencies, optionalDependencies } = packages[path] as Entry
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .map((name) => placeOf(name, path, packages))
    .filter((place) => place !== null)
}

/** Every package that an installation runs or whose code is in the built pages, by its place in the lock file. */
export const shownPackages = ({ packages }: Pick<Lock, 'packages'>): Map<string, Entry> => {
  const shown = new Map(Object.entries(packages).filter(([path, entry]) => runs(path, entry)))
  const add = (path: string): void => {
    const entry = packages[path]
    if (!entry || entry.link || shown.has(path)) return
    shown.set(path, entry)
    for (const place of neededBy(path, packages)) add(place)
  }
  for (const name of [...inPages, ...alsoInPages]) add(`node_modules/${name}`)
  return shown
}
