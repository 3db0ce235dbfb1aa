/**
 * Runs after `npm install` and `npm ci`: builds the pages that are not in the repository, so that a start has them.
 * An installation without development packages brings its pages along (scripts/image-context.ts).
 * Plain JavaScript, because an older Node of the machine may run it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const builder = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url))

// With the NODE_ENV that a developer's shell may have, they would be built for development.
const { NODE_ENV: _mode, ...env } = process.env

/** Whether it succeeded. */
const build = async (pages) => {
  const child = spawn('npm', ['run', '--silent', `build:${pages}`, '--workspace', '@nani/web'], {
    ...{ cwd: root, env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // It rejects if npm could not be started.
  return once(child, 'close').then(
    ([code]) => code === 0,
    () => false,
  )
}

if (existsSync(builder)) {
  // Side by side, because a build uses one core most of the time.
  const built = await Promise.all(['console', 'desk'].map(build))
  // The API works without them. A start says that they are missing.
  if (built.includes(false))
    console.warn(
      'The pages of the console and of the desk were not built. Run "npm run build:web" to see why.',
    )
}
