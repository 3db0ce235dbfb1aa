import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { invalidSetting, Refusal } from '@nani/foundation/core/index.ts'
import { maxLogoFileBytes } from './logo.ts'
import type { OrganizationsSettings } from './settings.ts'

/** How citizens see the installation. */
export type Installation = {
  name: string
  /** A PNG, and the file of its address, which has the hash of its bytes. */
  logo: { file: string; content: Buffer } | null
  helpUrl: string | null
  privacyUrl: string | null
}

type InstallationOptions = Pick<
  OrganizationsSettings,
  'installationName' | 'installationLogoFile' | 'helpUrl' | 'privacyUrl'
>

/** Reads and checks the logo once. @throws {Refusal} if the file is no picture that may be shown. */
export const openInstallation = async ({
  installationName: name,
  installationLogoFile: path,
  helpUrl,
  privacyUrl,
}: InstallationOptions): Promise<Installation> => {
  return { name, helpUrl, privacyUrl, logo: path === null ? null : await readLogo(path) }
}

const readLogo = async (path: string): Promise<NonNullable<Installation['logo']>> => {
  const content = await drawnLogo(path)
  return { file: `${createHash('sha256').update(content).digest('hex')}.png`, content }
}

const drawnLogo = async (path: string): Promise<Buffer> => {
  const unreadable = ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    throw invalidSetting(`NANI_LOGO_FILE cannot be read (${code}): ${path}`)
  }
  const { size } = await stat(path).catch(unreadable)
  if (size > maxLogoFileBytes)
    throw invalidSetting(`NANI_LOGO_FILE is larger than ${maxLogoFileBytes} bytes: ${path}`)
  const file = await readFile(path).catch(unreadable)
  // It loads the engine of faces. Every command of an operator imports this module, and one in a hundred draws a logo.
  const { drawLogo } = await import('./logo-image.ts')
  return drawLogo(file).catch((error: unknown) => {
    if (error instanceof Refusal) throw invalidSetting(`NANI_LOGO_FILE: ${error.message}`)
    throw error
  })
}
