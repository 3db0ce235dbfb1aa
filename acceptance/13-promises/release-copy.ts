import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { repositoryRoot } from '../installation/start-installation.ts'

/** The files that a running product reads. */
const parts = ['package.json', 'packages', 'examples', 'docs']

/**
 * The source of the release that an upgrade replaces, with the packages that are installed here. `npm run release:record`
 * wrote it, so that a clone without history has it too.
 */
export const copyPreviousRelease = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'nani-release-'))
  const archive = brotliDecompressSync(readFileSync(join(import.meta.dirname, 'previous-release.tar.br')))
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  linkPackages(root)
  return root
}

/** The source of the working tree, to which a test may add a migration. */
export const copyWorkingTree = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'nani-release-'))
  for (const name of parts) cpSync(join(repositoryRoot, name), join(root, name), { recursive: true })
  linkPackages(root)
  return root
}

/** Our own packages are those of the copy; everything else is what is installed. */
const linkPackages = (root: string): void => {
  const modules = join(root, 'node_modules')
  mkdirSync(join(modules, '@nani'), { recursive: true })
  const installed = join(repositoryRoot, 'node_modules')
  for (const name of readdirSync(installed))
    if (name !== '@nani') symlinkSync(join(installed, name), join(modules, name))
  const packages = join(root, 'packages')
  for (const name of readdirSync(packages)) symlinkSync(join(packages, name), join(modules, '@nani', name))
}
