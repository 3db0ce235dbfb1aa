import type { TestProject } from 'vitest/node'
import {
  type DemoCredentials,
  newDataDir,
  removeInstallation,
  startInstallation,
} from './start-installation.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dataDir: string
    demo: DemoCredentials
  }
}

/** One installation for the whole suite; tests that stop or kill one start their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = newDataDir()
  try {
    const installation = await startInstallation(dataDir)
    project.provide('dataDir', dataDir)
    project.provide('demo', installation.demo)
    return async () => {
      await installation.stop().catch(() => {})
      await removeInstallation(dataDir, installation)
    }
  } catch (error) {
    await removeInstallation(dataDir)
    throw error
  }
}
