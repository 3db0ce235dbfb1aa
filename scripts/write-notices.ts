/* Writes THIRD-PARTY-NOTICES.md from the lock file: `npm run notices`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticesOf } from './notices/notices-of.ts'

const root = join(import.meta.dirname, '..')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
writeFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), noticesOf(lock))
