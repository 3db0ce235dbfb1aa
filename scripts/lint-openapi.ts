/*
 * Checks /openapi.json of a running sandbox with Spectral and Redocly: `npm run lint:openapi [URL]`. Both have hundreds of
 * packages, so that npm fetches them when this runs, and they are no part of the installation. A test of the description
 * repeats what they found (packages/server/src/app/description).
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const url = process.argv[2] ?? 'http://127.0.0.1:4010/openapi.json'
const rules = join(import.meta.dirname, '../testing/lint/openapi')
const folder = mkdtempSync(join(tmpdir(), 'nani-openapi-'))
const file = join(folder, 'openapi.json')

const run = (name: string, ...args: string[]) =>
  execFileSync('npx', ['--yes', '--ignore-scripts', name, 'lint', ...args, file], {
    stdio: 'inherit',
    // Without it, Redocly looks for a newer version of itself.
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
  })

try {
  writeFileSync(file, await (await fetch(url)).text())
  run('@stoplight/spectral-cli@6.16.3', '--fail-severity=hint', `--ruleset=${join(rules, 'spectral.yaml')}`)
  run('@redocly/cli@2.77.0', '--max-problems=200', `--config=${join(rules, 'redocly.yaml')}`)
} finally {
  rmSync(folder, { recursive: true })
}
