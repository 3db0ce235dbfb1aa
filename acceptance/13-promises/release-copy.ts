import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../installation/start-installation.ts'

/** The commit of the release that a rolling upgrade replaces. */
export const previousRelease = readFileSync(join(import.meta.dirname, 'previous-release.txt'), 'utf8').trim()

/** The files that a running product reads. */
const parts = ['package.json', 'packages', 'examples', 'docs']

/** Why the previous release cannot be run here, or null. */
export const whyNoPreviousRelease = (): string | null => {
  try {
    git('cat-file', '-e', `${previousRelease}^{commit}`)
    return null
  } catch {
    return `the commit ${previousRelease} is not in this clone (a shallow clone, or no Git)`
  }
}

/** The source of the previous release, with the packages that are installed here. */
export const copyPreviousRelease = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'nani-release-'))
  const archive = git('archive', '--format=tar', previousRelease, ...parts)
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

const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: repositoryRoot,
    maxBuffer: 512 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

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
