import { execFileSync } from 'node:child_process'
import { inject } from 'vitest'
import { noteCopy } from './own-register.ts'
import { newDataDir } from './start-installation.ts'

/**
 * A data directory on which the product was started and stopped once before. A start on it takes a third of the
 * processor time of a first start, because the database and the people of the sandbox exist.
 */
export const startedDataDir = (): string => copyDataDir(inject('startedDataDir'))

/** Keeps the owners of the files: as root, the database has an account of its own. */
export const copyDataDir = (from: string): string => {
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', `${from}/.`, dataDir])
  noteCopy(from, dataDir)
  return dataDir
}
