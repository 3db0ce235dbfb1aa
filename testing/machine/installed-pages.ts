import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const repositoryRoot = join(import.meta.dirname, '../..')

/** The pages for staff that are built where Nani is installed. They are not in the repository. */
export const installedPages = ['console', 'desk'] as const
export type InstalledPages = (typeof installedPages)[number]

export const folderOfPages = (pages: InstalledPages, root: string = repositoryRoot): string =>
  join(root, 'packages/web/dist', pages)

/** What the pages are built from: their sources, the words and types that they share with the server, and packages. */
const sources = [
  'packages/web/src/**',
  'packages/web/*.{json,ts}',
  'packages/contract/src/**',
  'packages/contract/package.json',
  'package-lock.json',
]

/** Folders too: a file that was deleted changes the time of its folder. */
const changedMs = (patterns: readonly string[], cwd: string): number[] =>
  globSync(patterns, { cwd }).map((name) => statSync(join(cwd, name)).mtimeMs)

/** Whether the built pages are younger than everything they are built from, so that another build would give the same. */
export const areCurrent = (pages: InstalledPages, root: string = repositoryRoot): boolean => {
  const built = changedMs(['**/*.*'], folderOfPages(pages, root))
  return built.length > 0 && Math.min(...built) > Math.max(...changedMs(sources, root))
}
