import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * A copy of what git knows of a checkout, with its installed packages as links. The packages of the workspace are those of
 * the copy: else a fault would not reach the packages that import them.
 */
export const copyCheckout = (root: string): string => {
  const copy = mkdtempSync(join(tmpdir(), 'nani-trial-'))
  const known = execFileSync('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 1 << 26 })
  for (const path of known.toString().split('\0').filter(Boolean)) {
    if (!existsSync(join(root, path))) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const workspace of readdirSync(join(copy, 'packages'))) {
    const own = join(root, 'packages', workspace, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, 'packages', workspace, 'node_modules'))
    mkdirSync(join(copy, 'node_modules/@nani'), { recursive: true })
    symlinkSync(join(copy, 'packages', workspace), join(copy, 'node_modules/@nani', workspace))
  }
  return copy
}

/** `.cache` and the temporary files of tools stay those of the checkout. */
const linkPackages = (from: string, to: string): void => {
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (name !== '@nani' && !name.startsWith('.vite')) symlinkSync(join(from, name), join(to, name))
}
