/*
 * Asks the registry for known vulnerabilities of the packages that run (`npm audit`). A severe one fails. Without an
 * answer nothing was checked, and the output says so: a machine without that service must still be able to test.
 */
import { spawnSync } from 'node:child_process'
import { adviceOf } from './advisories/advice-of.ts'

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
  // A registry that does not answer must not hold a build for minutes.
  env: { ...process.env, npm_config_fetch_retries: '0', npm_config_fetch_timeout: '20000' },
})
const { isRefused, lines } = adviceOf(stdout ?? '')
console.log(lines.join('\n'))
if (isRefused) process.exitCode = 1
