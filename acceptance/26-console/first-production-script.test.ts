import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { environmentOf } from '../installation/nani-command.ts'
import { repositoryRoot } from '../installation/start-installation.ts'
import { sharedSite } from './site.ts'

const site = sharedSite()

test('the script of docs/first-production-call.md goes from the registration to a call of production over mutual TLS', async () => {
  const env = environmentOf(site.dataDir, {
    NANI_CONSOLE_URL: site.url,
    // As `npm run` sets it: `npx` and the commands of the checkout use its Node.
    PATH: `${join(repositoryRoot, 'node_modules/.bin')}:${process.env.PATH}`,
  })
  const { stdout } = await promisify(execFile)(process.execPath, ['examples/first-production-call/run.ts'], {
    cwd: repositoryRoot,
    env,
    timeout: 150_000,
  })
  const steps = stdout.trim().split('\n')
  expect(steps[0]).toContain('is registered')
  expect(steps.filter((step) => step.includes('conformance: ')).length).toBeGreaterThan(3)
  // The register of production has no person of the sandbox.
  expect(steps.at(-1)).toBe('· production answers: not_found')
}, 180_000)
