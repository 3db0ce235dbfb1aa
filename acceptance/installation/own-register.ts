import { basename } from 'node:path'
import { inject } from 'vitest'
import {
  createDatabase,
  type DatabaseServer,
  databaseServerOf,
  dropDatabase,
  hasDatabase,
  urlOf,
} from './database-server.ts'

/*
 * The switch `OWN_REGISTER=1` of the suite (CONTRIBUTING.md): each installation has a register in a database of its own. These
 * databases are on one PostgreSQL, which the set-up starts, so that they are there before an installation starts its own.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** Null without the switch. */
    registerServer: DatabaseServer | null
  }
}

let givenServer: DatabaseServer | null | undefined

/** For the set-up, to which nothing is provided. */
export const useRegisterServer = (server: DatabaseServer | null): void => {
  givenServer = server
}

/** Installations that have one without the switch too. */
const chosen = new Set<string>()

/** Gives the installation in this data directory a register of its own, on the PostgreSQL of the shared installation. */
export const withOwnRegister = (dataDir: string): string => {
  chosen.add(dataDir)
  return dataDir
}

const serverOf = (dataDir: string): DatabaseServer | null => {
  const ofSwitch = givenServer === undefined ? inject('registerServer') : givenServer
  return ofSwitch ?? (chosen.has(dataDir) ? databaseServerOf(inject('dataDir')) : null)
}

/** Whether the switch is on. */
export const hasOwnRegister = (): boolean => inject('registerServer') !== null

const nameOf = (dataDir: string): string => basename(dataDir)

/** Where the register of a copied data directory comes from. */
const sources = new Map<string, string>()

export const noteCopy = (from: string, to: string): void => {
  sources.set(to, from)
}

/** The settings of the register of the installation in this data directory. */
export const registerOf = (dataDir: string): NodeJS.ProcessEnv => {
  const server = serverOf(dataDir)
  if (server === null) return {}
  return {
    NANI_REGISTER_DATABASE_URL: urlOf(server, 'app', nameOf(dataDir)),
    NANI_REGISTER_OWNER_DATABASE_URL: urlOf(server, 'owner', nameOf(dataDir)),
  }
}

/** Before a start. That of a copied data directory is copied too. */
export const ensureRegister = async (dataDir: string): Promise<void> => {
  const server = serverOf(dataDir)
  if (server === null || (await hasDatabase(server, nameOf(dataDir)))) return
  const source = sources.get(dataDir)
  await createDatabase(server, nameOf(dataDir), source === undefined ? undefined : nameOf(source))
}

export const removeRegister = async (dataDir: string): Promise<void> => {
  const server = serverOf(dataDir)
  if (server !== null) await dropDatabase(server, nameOf(dataDir))
}
