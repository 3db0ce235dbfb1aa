import { type Entry, type Lock, nameOf, neededBy, shownPackages } from './shown-packages.ts'

/** Package URL (purl). A scope has its sign encoded. */
const purlAt = (path: string, entry: Entry): string =>
  `pkg:npm/${nameOf(path, entry).replace('@', '%40')}@${entry.version ?? ''}`

const hashesOf = ({ integrity = '' }: Entry) => {
  const [, content] = /^sha512-(.+)$/.exec(integrity) ?? []
  return content ? [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] : []
}

/**
 * The software bill of materials (CycloneDX 1.6) of everything that runs, on any platform, and of the built pages.
 * `npm sbom` leaves out what only the workspaces depend on, which is most of it.
 */
export const bomOf = ({ version = '', packages }: Lock) => {
  const shown = shownPackages({ packages })
  const unique = new Map([...shown].map(([path, entry]) => [purlAt(path, entry), { path, entry }]))
  const reference = (path: string) => purlAt(path, packages[path] as Entry)
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: {
      lifecycles: [{ phase: 'pre-build' }],
      component: { type: 'application', 'bom-ref': 'nani', name: 'nani', version },
    },
    components: [...unique].map(([purl, { path, entry }]) => ({
      ...{ type: 'library', 'bom-ref': purl, name: nameOf(path, entry), version: entry.version, purl },
      scope: entry.optional ? 'optional' : 'required',
      licenses: [{ expression: entry.license }],
      hashes: hashesOf(entry),
    })),
    dependencies: [...unique].map(([purl, { path }]) => ({
      ref: purl,
      dependsOn: [
        ...new Set(
          neededBy(path, packages)
            .filter((place) => shown.has(place))
            .map(reference),
        ),
      ].toSorted(),
    })),
  }
}
