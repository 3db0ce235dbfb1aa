import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../../../examples/faces', import.meta.url))

/**
 * A sandbox photograph of an invented person, rendered by `packages/synthetic-data/scripts/portraits`: `name` without `.jpg`.
 */
export const sandboxPhotograph = (name: string): Buffer => readFileSync(join(folder, `${name}.jpg`))
