import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import {
  databaseProcesses,
  removeInstallation,
  startInstallation,
  startRefused,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

const preloaded = pathToFileURL(`${import.meta.dirname}/throw-when-signalled.ts`).href
const failing = pathToFileURL(`${import.meta.dirname}/fail-at-start.ts`).href

test.each([
  ['an exception', 'SIGUSR2', 'uncaught exception: TypeError'],
  ['a rejection', 'SIGHUP', 'unhandled rejection: Error'],
] as const)(
  '%s that nothing catches stops everything cleanly and quotes nothing',
  async (_what, signal, logged) => {
    const dataDir = startedDataDir()
    const installation = await startInstallation(dataDir, { NODE_OPTIONS: `--import=${preloaded}` })
    try {
      expect(await installation.stop(signal)).toBe(1)
      expect(installation.output()).toContain(logged)
      expect(installation.output()).toContain('database system is shut down')
      expect(installation.output()).not.toContain('Mbuyi')
      expect(installation.output()).not.toContain('COD-1234')
      expect(databaseProcesses(dataDir)).toEqual([])
    } finally {
      await removeInstallation(dataDir, installation)
    }
  },
)

test('a start that fails for an unexpected reason quotes nothing', async () => {
  const dataDir = startedDataDir()
  try {
    const { code, output } = await startRefused(dataDir, { NODE_OPTIONS: `--import=${failing}` })
    expect(code).toBe(1)
    expect(output).toMatch(/^Nani could not start: Error\n {4}at /m)
    expect(output).not.toContain('Mbuyi')
  } finally {
    await removeInstallation(dataDir)
  }
})
