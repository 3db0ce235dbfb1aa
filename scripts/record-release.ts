/**
 * Records a release, for the tests of the next one: its source, its migrations and its rights.
 * `npm run release:record [-- COMMIT]`, on the commit that is released.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { recordSchema } from '../testing/released-schema.ts'

const root = join(import.meta.dirname, '..')
const promises = join(root, 'acceptance/13-promises')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 512 * 1024 * 1024 })

const commit = git('rev-parse', process.argv[2] ?? 'HEAD')
  .toString()
  .trim()
/** What a running product reads. Tests would double the size. */
const parts = [
  'package.json',
  'packages',
  'docs/specification',
  'examples/faces/*-enrolled.jpg',
  ':!*.test.ts',
]
const source = git('archive', '--format=tar', commit, ...parts)
const archive = brotliCompressSync(source, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
})
writeFileSync(join(promises, 'previous-release.tar.br'), archive)
writeFileSync(join(promises, 'previous-release.txt'), `${commit}\n`)
recordSchema()
console.log(`Recorded ${commit}: ${archive.length} bytes of source`)
// Modules that were imported may hold the process.
process.exit(0)
