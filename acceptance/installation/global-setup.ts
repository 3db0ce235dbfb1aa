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
const setUp = async (project: TestProject): Promise<() => Promise<void>> => {
  const dataDir = newDataDir()
  try {
    const installation = await startInstallation(dataDir)
    project.provide('dataDir', dataDir)
    project.provide('demo', installation.demo)
    let stopping = false
    installation.exited.then((code) => {
      if (!stopping)
        console.error(`The product under test ended with ${code}:\n${installation.output().slice(-8000)}`)
    })
    return async () => {
      stopping = true
      await installation.stop().catch(() => {})
      await removeInstallation(dataDir, installation)
    }
  } catch (error) {
    await removeInstallation(dataDir)
    throw error
  }
}

export default setUp
