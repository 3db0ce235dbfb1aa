import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the built app, as it is committed and served. */
export const builtFolder = join(import.meta.dirname, '../dist/citizen')

/** The built files by their path on the server. */
export const readBuiltFiles = (folder: string): Map<string, Buffer> =>
  new Map(
    globSync('**/*.*', { cwd: folder })
      .toSorted()
      .map((name) => [`/${name.replaceAll('\\', '/')}`, readFileSync(join(folder, name))]),
  )
