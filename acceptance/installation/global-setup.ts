import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { areCurrent, installedPages } from '../../testing/machine/installed-pages.ts'
import { unpackChromium } from '../../testing/machine/unpack-chromium.ts'
import { databaseServerOf } from './database-server.ts'
import { ensureRegister, useRegisterServer } from './own-register.ts'
import { type CommandServer, startCommandServer } from './served-commands.ts'
import {
  type DemoCredentials,
  newDataDir,
  newMachineEnvironment,
  recognisingFaces,
  removeInstallation,
  repositoryRoot,
  startInstallation,
} from './start-installation.ts'
import { copyDataDir } from './started-data-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dataDir: string
    /** A data directory to copy: the product was started and stopped on it. */
    startedDataDir: string
    demo: DemoCredentials
    /** Of the process that runs the commands of operators. */
    commandSocket: string
    /** The address of the app for citizens. */
    citizenUrl: string
    /** The address of the console. */
    consoleUrl: string
    /** The address of the desk for operators. */
    deskUrl: string
  }
}

/**
 * One installation for the whole suite; tests that stop or kill one start their own. Chromium is unpacked before the
 * first test.
 */
const setUp = async (project: TestProject): Promise<() => Promise<void>> => {
  await unpackChromium()
  // The pages of the console and of the desk are built where Nani is installed, and again after a change. The runner's
  // NODE_ENV would build them for development.
  if (!installedPages.every((pages) => areCurrent(pages)))
    execFileSync('npm', ['run', 'build:installed', '--workspace', '@nani/web'], {
      ...{ cwd: repositoryRoot, env: newMachineEnvironment() },
    })
  const removeRegisters = await startRegisters(project)
  const dataDir = newDataDir()
  let copy: string | undefined
  let commands: CommandServer | undefined
  try {
    commands = await startCommandServer()
    project.provide('commandSocket', commands.socket)
    await (await startInstallation(dataDir)).stop()
    const startedCopy = copyDataDir(dataDir)
    await ensureRegister(startedCopy)
    copy = startedCopy
    project.provide('startedDataDir', copy)
    const installation = await startInstallation(dataDir, recognisingFaces)
    project.provide('dataDir', dataDir)
    project.provide('demo', installation.demo)
    project.provide('citizenUrl', /^Citizens +(\S+)$/m.exec(installation.output())?.[1] ?? '')
    project.provide('consoleUrl', /^Console +(\S+)$/m.exec(installation.output())?.[1] ?? '')
    project.provide('deskUrl', /^Desk +(\S+)$/m.exec(installation.output())?.[1] ?? '')
    let stopping = false
    installation.exited.then((code) => {
      if (!stopping)
        console.error(`The product under test ended with ${code}:\n${installation.output().slice(-8000)}`)
    })
    return async () => {
      stopping = true
      await commands?.stop()
      await installation.stop().catch(() => {})
      await removeInstallation(dataDir, installation)
      await removeInstallation(startedCopy)
      await removeRegisters()
    }
  } catch (error) {
    await commands?.stop()
    await removeInstallation(dataDir)
    if (copy) await removeInstallation(copy)
    await removeRegisters()
    throw error
  }
}

/** With the switch: the PostgreSQL of the registers is that of an installation which does nothing else. */
const startRegisters = async (project: TestProject): Promise<() => Promise<void>> => {
  useRegisterServer(null)
  if (process.env.OWN_REGISTER !== '1') {
    project.provide('registerServer', null)
    return async () => {}
  }
  const dataDir = newDataDir()
  const settings = { NANI_DEMO: '0', NANI_ROLE: 'api' }
  const installation = await startInstallation(dataDir, settings, { demo: false }).catch(async (error) => {
    await removeInstallation(dataDir)
    throw error
  })
  const server = databaseServerOf(dataDir)
  project.provide('registerServer', server)
  useRegisterServer(server)
  return async () => {
    useRegisterServer(null)
    await installation.stop().catch(() => {})
    await removeInstallation(dataDir, installation)
  }
}

export default setUp
