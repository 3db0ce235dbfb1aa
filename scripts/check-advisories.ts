/*
 * Asks the registry for known vulnerabilities of the packages that run or are in the built pages (`npm audit`). A severe
 * one fails. Without an answer nothing was checked, and the output says so: a machine without that service must still be able to test.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adviceOf } from './advisories/advice-of.ts'
import { shownPackages } from './notices/shown-packages.ts'

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
// React and Mantine are development packages, and their code is in the pages. So nothing is omitted here.
const { stdout } = spawnSync('npm', ['audit', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
  // A registry that does not answer must not hold a build for minutes.
  env: { ...process.env, npm_config_fetch_retries: '0', npm_config_fetch_timeout: '20000' },
})
const { isRefused, lines } = adviceOf(stdout ?? '', shownPackages(lock))
console.log(lines.join('\n'))
if (isRefused) process.exitCode = 1
