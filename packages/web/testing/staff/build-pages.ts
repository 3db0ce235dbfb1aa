import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const packageFolder = join(import.meta.dirname, '../..')
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')

/** The pages for staff that Vite builds. They are not in the repository. */
export type StaffPages = 'console' | 'desk'

/** Builds pages into a folder, as a developer builds them. */
export const buildPages = (pages: StaffPages, folder: string): void => {
  const options = ['--config', `vite.${pages}.config.ts`, '--outDir', folder, '--logLevel', 'error']
  // The runner of the tests would change the mode.
  const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env
  execFileSync(process.execPath, [vite, 'build', ...options], { cwd: packageFolder, env })
}
