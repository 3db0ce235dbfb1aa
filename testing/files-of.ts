import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The files under a folder of the repository, by their paths from the root. */
export const filesOf = (folder: string): string[] =>
  globSync(`${folder}/**/*.*`, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
