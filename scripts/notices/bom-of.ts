export type Entry = {
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

const nameAt = (path: string): string => path.split('node_modules/').at(-1) ?? ''

/** Package URL (purl). A scope has its sign encoded. */
const purlAt = (path: string, { version = '' }: Entry): string =>
  `pkg:npm/${nameAt(path).replace('@', '%40')}@${version}`

/** Whether an installation without development packages contains it. */
export const runs = (path: string, { link, dev }: Entry): boolean =>
  path.includes('node_modules/') && !link && !dev

const hashesOf = ({ integrity = '' }: Entry) => {
  const [, content] = /^sha512-(.+)$/.exec(integrity) ?? []
  return content ? [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] : []
}

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

/**
 * The software bill of materials (CycloneDX 1.6) of everything that runs, on any platform. `npm sbom` leaves out what only
 * the workspaces depend on, which is most of it.
 */
export const bomOf = ({ version = '', packages }: Lock) => {
  const shown = Object.entries(packages).filter(([path, entry]) => runs(path, entry))
  const unique = new Map(shown.map(([path, entry]) => [purlAt(path, entry), { path, entry }]))
  const reference = (path: string) => purlAt(path, packages[path] as Entry)
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: {
      lifecycles: [{ phase: 'pre-build' }],
      component: { type: 'application', 'bom-ref': 'nani', name: 'nani', version },
    },
    components: [...unique].map(([purl, { path, entry }]) => ({
      ...{ type: 'library', 'bom-ref': purl, name: nameAt(path), version: entry.version, purl },
      scope: entry.optional ? 'optional' : 'required',
      licenses: [{ expression: entry.license }],
      hashes: hashesOf(entry),
    })),
    dependencies: [...unique].map(([purl, { path, entry }]) => ({
      ref: purl,
      dependsOn: [
        ...new Set(
          Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
            .map((name) => placeOf(name, path, packages))
            .filter((place) => place !== null && runs(place, packages[place] as Entry))
            .map((place) => reference(place as string)),
        ),
      ].toSorted(),
    })),
  }
}
