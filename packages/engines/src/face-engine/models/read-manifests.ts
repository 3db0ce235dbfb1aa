import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { Check, Errors } from 'typebox/schema'
import { type ModelManifest, modelManifest } from './manifest.ts'
import { type ModelRole, modelRoles } from './model-roles.ts'

/** `isBuiltIn`: the model comes with Nani, and no one knows whose photographs it was trained on. */
export type ModelFile = { manifest: ModelManifest; path: string; isBuiltIn: boolean }
export type ModelFiles = Readonly<Record<ModelRole, ModelFile>>

const builtIn = join(import.meta.dirname, 'built-in')

/**
 * One model for each role: the included one, or the one from the operator's directory (its `*.json`). Throws for an
 * invalid manifest, with the name of its file.
 */
export const readManifests = async (modelsDir: string | null): Promise<ModelFiles> => {
  const found = new Map<ModelRole, ModelFile>()
  for (const directory of modelsDir ? [builtIn, modelsDir] : [builtIn]) {
    const here = await readDirectory(directory)
    for (const file of here) {
      const other = here.find(
        ({ manifest }) => manifest.role === file.manifest.role && manifest !== file.manifest,
      )
      if (other) throw new Error(`${directory} has two models for one role: ${other.path}, ${file.path}`)
      found.set(file.manifest.role, file)
    }
  }
  const missing = modelRoles.filter((role) => !found.has(role))
  if (missing.length > 0) throw new Error(`no face model for ${missing.join(', ')}`)
  return Object.fromEntries(found) as ModelFiles
}

const readDirectory = async (directory: string): Promise<ModelFile[]> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(names.map(async (name) => readManifest(directory, join(directory, name))))
}

const readManifest = async (directory: string, path: string): Promise<ModelFile> => {
  const manifest: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (!Check(modelManifest, manifest)) {
    const [, [first]] = Errors(modelManifest, manifest)
    throw new Error(
      `${path} is not a valid manifest of a face model: ${first?.instancePath} ${first?.message}`,
    )
  }
  if (manifest.role === 'recogniser') checkRecogniser(path, manifest)
  return { manifest, path: locate(directory, manifest.file), isBuiltIn: directory === builtIn }
}

/** A threshold has no meaning without a calibration. */
const checkRecogniser = (path: string, { calibration, dimensions }: ModelManifest) => {
  if (!calibration || !dimensions) throw new Error(`${path}: a recogniser has dimensions and a calibration`)
  const rises = calibration.every(
    (step, index) =>
      index === 0 ||
      (step.cosine > calibration[index - 1]!.cosine && step.similarity >= calibration[index - 1]!.similarity),
  )
  if (!rises) throw new Error(`${path}: a calibration rises from step to step`)
}

const locate = (directory: string, file: string): string =>
  file.startsWith('.') || file.startsWith('/')
    ? resolve(directory, file)
    : createRequire(import.meta.url).resolve(file)
