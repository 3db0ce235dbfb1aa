import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownerOnlyTables, rightsOf, tables } from '../packages/foundation/src/storage/index.ts'

const migrations = join(import.meta.dirname, '../packages/foundation/src/storage/migrations')
const migrationsRecord = join(import.meta.dirname, 'released-migrations.txt')
const rightsRecord = join(import.meta.dirname, 'released-rights.txt')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** `NNN-name.sql checksum`, in the order in which they are applied. */
export const presentMigrations = (): string[] =>
  readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((name) => `${name} ${sha256(readFileSync(join(migrations, name), 'utf8'))}`)

export const presentRights = (): string =>
  sha256(
    JSON.stringify(
      Object.keys(tables)
        .sort()
        .map((table) => [table, rightsOf(table), ownerOnlyTables.includes(table)]),
    ),
  )

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n')
export const releasedMigrations = (): string[] => linesOf(migrationsRecord)
export const releasedRights = (): string | undefined => linesOf(rightsRecord)[0]

/** What the tests of the next release compare with. */
export const recordSchema = (): void => {
  writeFileSync(migrationsRecord, `${presentMigrations().join('\n')}\n`)
  writeFileSync(rightsRecord, `${presentRights()}\n`)
}

/** Why databases of the release cannot be upgraded to `present`, or null. */
export const whyNotUpgradable = (released: readonly string[], present: readonly string[]): string | null => {
  const at = released.findIndex((line, index) => present[index] !== line)
  if (at === -1) return null
  const [expected, found] = [released[at], present[at]].map((line) => line?.split(' ')[0])
  if (expected === found)
    return `${expected} was changed after its release. Restore it, and add another migration.`
  if (present.includes(released[at] as string))
    return `${found} comes before ${expected}, which is released. Give it the next free number.`
  return `${expected} is released, and is missing.`
}
