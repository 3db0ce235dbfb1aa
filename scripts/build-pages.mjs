/**
 * Runs after `npm install` and `npm ci`: builds the pages that are not in the repository, so that a start has them.
 * An installation without development packages brings its pages along (scripts/image-context.ts).
 * Plain JavaScript, because an older Node of the machine may run it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const builder = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url))

if (existsSync(builder))
  try {
    execFileSync('npm', ['run', '--silent', 'build:installed', '--workspace', '@nani/web'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } catch {
    // The API works without them. A start says that they are missing.
    console.warn(
      'The pages of the console and of the desk were not built. Run "npm run build:web" to see why.',
    )
  }
