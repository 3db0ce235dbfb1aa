import { readFileSync } from 'node:fs'
import { nearestName } from './nearest-name.ts'
import { type EnvironmentVariables, invalidSetting, type Settings } from './settings.ts'

/**
 * The environment as an operator meant it: a variable of Nani that does not exist is refused, and a secret may come from
 * a file (`NANI_MASTER_KEY_FILE=/run/secrets/key`). `others` are variables that are no settings of the server.
 */
export const givenEnvironment = (
  environment: EnvironmentVariables,
  settings: Settings,
  others: readonly string[],
): EnvironmentVariables => {
  const all = Object.values(settings)
  const secrets = all.filter(({ secret }) => secret).map(({ variable }) => variable)
  refuseUnknown(environment, [
    ...all.map(({ variable }) => variable),
    ...secrets.map(fileVariable),
    ...others,
  ])
  return withSecretsOfFiles(environment, secrets)
}

const fileVariable = (variable: string): string => `${variable}_FILE`

const refuseUnknown = (environment: EnvironmentVariables, known: readonly string[]): void => {
  const unknown = Object.keys(environment).find((name) => name.startsWith('NANI_') && !known.includes(name))
  if (unknown === undefined) return
  const nearest = nearestName(unknown, known)
  throw invalidSetting(
    `There is no setting ${unknown}.${nearest === null ? '' : ` The most similar one is ${nearest}.`}`,
  )
}

/** Sets each secret whose `…_FILE` is set, so that settings that depend on each other find it. */
export const withSecretsOfFiles = (
  environment: EnvironmentVariables,
  secrets: readonly string[],
): EnvironmentVariables => {
  const read = secrets.flatMap((variable) => {
    const path = environment[fileVariable(variable)]
    if (!path) return []
    if (environment[variable])
      throw invalidSetting(`Both ${variable} and ${fileVariable(variable)} are set. Set one of them.`)
    return [[variable, contentOf(path, fileVariable(variable))] as const]
  })
  return { ...environment, ...Object.fromEntries(read) }
}

/** A secret is far shorter. A longer file is another file. */
const maxCharacters = 65_536

const contentOf = (path: string, variable: string): string => {
  let text: string
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw invalidSetting(`${variable} names the file ${path}, which cannot be read (${code}).`)
  }
  if (text === '' || text.length > maxCharacters)
    throw invalidSetting(`${variable} names the file ${path}, which is empty or too long for a secret.`)
  return text
}
