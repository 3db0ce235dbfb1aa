import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'

type Folder = Pick<Terminal, 'cwd'>

/** The path of a file that a command names, and that must exist. */
export const existingFile = (file: string, { cwd }: Folder): string => {
  const path = resolve(cwd, file)
  if (existsSync(path)) return path
  throw new Refusal('file_not_found', `There is no file ${path}.`)
}

/** The content of a file that a command names. */
export const readBytes = (file: string, folder: Folder): Buffer => {
  const path = existingFile(file, folder)
  try {
    return readFileSync(path)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new Refusal('file_unusable', `${path} cannot be read: ${code}.`)
  }
}

export const readText = (file: string, folder: Folder): string => readBytes(file, folder).toString('utf8')

export const readJson = (file: string, folder: Folder): unknown => {
  try {
    return JSON.parse(readText(file, folder))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('file_unusable', `${resolve(folder.cwd, file)} is not a JSON document.`)
  }
}

/** Other accounts of the machine cannot read a new file. */
export const ownMode = 0o600

export const writeOwn = (path: string, content: string | Uint8Array): void =>
  writeFileSync(path, content, { mode: ownMode })

/** Writes a new file. A file that exists is never replaced. */
export const writeNew = (path: string, content: string | Uint8Array): void => {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: ownMode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Refusal('file_exists', `${path} exists already.`)
  }
}
