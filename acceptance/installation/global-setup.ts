import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { areCurrent, installedPages } from '../../testing/machine/installed-pages.ts'
import { unpackChromium } from '../../testing/machine/unpack-chromium.ts'
import type { DemoCredentials } from '../client/credentials.ts'
import { type DatabaseServer, databaseServerOf } from './database-server.ts'
import { addCells, allowCopies, createDemoInCell, isInCells, placeOrganizations } from './in-cells.ts'
import { environmentOf } from './nani-command.ts'
import { ensureRegister, useRegisterServer } from './own-register.ts'
import { askCommandServer, type CommandServer, startCommandServer } from './served-commands.ts'
import { bundleServer, type ServerBundle } from './server-bundle.ts'
import {
  newDataDir,
  newMachineEnvironment,
  recognisingFaces,
  removeInstallation,
  repositoryRoot,
  startInstallation,
  writeDemoCredentials,
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
  const registers = await startRegisters(project)
  const dataDir = newDataDir()
  let copy: string | undefined
  let commands: CommandServer | undefined
  let bundle: ServerBundle | undefined
  try {
    // The first start waits for its database, and uses one core.
    const bundling = bundleServer()
    const [first] = await Promise.all([startInstallation(dataDir, {}, { fromSources: true }), bundling])
    bundle = await bundling
    project.provide('bundledProgram', bundle.program)
    const home = databaseServerOf(dataDir)
    if (isInCells) await allowCopies(dataDir)
    await first.stop()
    const startedCopy = copyDataDir(dataDir)
    await ensureRegister(startedCopy)
    copy = startedCopy
    project.provide('startedDataDir', copy)
    // It loads what the first start has compiled.
    const serving = startCommandServer()
    const nani = async (args: readonly string[], env?: NodeJS.ProcessEnv) =>
      askCommandServer((await serving).socket, args, environmentOf(dataDir, env))
    const startShared = async () => {
      if (isInCells && registers.server) await addCells(dataDir, { server: registers.server, home, nani })
      return startInstallation(dataDir, recognisingFaces, { fromSources: true })
    }
    const [installation, server] = await Promise.all([startShared(), serving])
    commands = server
    project.provide('commandSocket', server.socket)
    const placed = isInCells ? await placeOrganizations(nani) : []
    project.provide('placedOrganizations', placed)
    project.provide('dataDir', dataDir)
    const [place] = placed
    const demo =
      place === undefined
        ? installation.demo
        : await createDemoInCell(nani, place, { dataDir, demo: installation.demo })
    // The commands of callers find the same applications.
    if (isInCells) writeDemoCredentials(dataDir, demo)
    project.provide('demo', demo)
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
      await registers.remove()
      bundle?.remove()
    }
  } catch (error) {
    await commands?.stop()
    await removeInstallation(dataDir)
    if (copy) await removeInstallation(copy)
    await registers.remove()
    bundle?.remove()
    throw error
  }
}

type Registers = { server: DatabaseServer | null; remove(): Promise<void> }

/** With a switch: the PostgreSQL of the registers and cells is that of an installation which does nothing else. */
const startRegisters = async (project: TestProject): Promise<Registers> => {
  useRegisterServer(null)
  if (process.env.OWN_REGISTER !== '1') {
    project.provide('registerServer', null)
    return { server: null, remove: async () => {} }
  }
  const dataDir = newDataDir()
  const settings = { NANI_DEMO: '0', NANI_ROLE: 'api' }
  const installation = await startInstallation(dataDir, settings, { demo: false, fromSources: true }).catch(
    async (error) => {
      await removeInstallation(dataDir)
      throw error
    },
  )
  const server = databaseServerOf(dataDir)
  project.provide('registerServer', server)
  useRegisterServer(server)
  return {
    server,
    async remove() {
      useRegisterServer(null)
      await installation.stop().catch(() => {})
      await removeInstallation(dataDir, installation)
    },
  }
}

export default setUp
