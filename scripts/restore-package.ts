/** Runs after `npm pack` and `npm publish`: puts the manifest of the project back. */
import { renameSync, rmSync } from 'node:fs'

renameSync('package.json.saved', 'package.json')
rmSync('LICENSE')
