import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  areCurrent,
  folderOfPages,
  type InstalledPages,
} from '../../../../testing/machine/installed-pages.ts'
import { readBuiltFiles } from '../built-files.ts'

const packageFolder = join(import.meta.dirname, '../..')
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')

/** The pages for staff that Vite builds. */
export type StaffPages = InstalledPages

type Files = ReturnType<typeof readBuiltFiles>

const built = new Map<StaffPages, Files>()

/**
 * The built files of pages by their path on the server: those of the installation, or of a build if anything was changed since.
 * The files of tests that share a process share them.
 */
export const builtPages = (pages: StaffPages): Files => {
  const files = built.get(pages) ?? readPages(pages)
  built.set(pages, files)
  return files
}

const readPages = (pages: StaffPages): Files => {
  if (areCurrent(pages)) return readBuiltFiles(folderOfPages(pages))
  const folder = mkdtempSync(join(tmpdir(), `nani-${pages}-`))
  try {
    buildPages(pages, folder)
    return readBuiltFiles(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds pages into a folder, as a developer builds them. */
const buildPages = (pages: StaffPages, folder: string): void => {
  const options = ['--config', `vite.${pages}.config.ts`, '--outDir', folder, '--logLevel', 'error']
  // The runner of the tests would change the mode.
  const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env
  execFileSync(process.execPath, [vite, 'build', ...options], { cwd: packageFolder, env })
}
