/**
 * Runs before `npm pack` and `npm publish` of a package: builds `dist` and writes the published manifest.
 * `restore-package.ts` puts the manifest of the project back afterwards.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Manifest, publishedManifest } from './published-manifest.ts'

const root = join(import.meta.dirname, '..')
const saved = 'package.json.saved'

// A run that was killed left the published manifest behind.
if (existsSync(saved)) copyFileSync(saved, 'package.json')
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, [join(typescript, 'bin/tsc'), '-b', 'tsconfig.build.json'], {
  stdio: 'inherit',
})
copyFileSync(join(root, 'LICENSE'), 'LICENSE')
copyFileSync('package.json', saved)
const manifest = JSON.parse(readFileSync(saved, 'utf8')) as Manifest
writeFileSync('package.json', `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
