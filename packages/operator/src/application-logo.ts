import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { maxLogoFileBytes, setLogo } from '@nani/server/organizations/organizations/index.ts'
import type { OperatorOptions } from './applications.ts'
import { withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'

export type LogoOptions = OperatorOptions & { file?: string; remove?: boolean }

/** `nani applications logo ID`. */
export const logo = async (id: string, options: LogoOptions, terminal: Terminal): Promise<void> => {
  if ((options.file === undefined) === (options.remove !== true))
    throw new Refusal('value_invalid', 'Name one file, or remove the logo.', {
      next: 'Use --file FILE or --remove.',
    })
  const file = options.file === undefined ? null : await read(resolve(terminal.cwd, options.file))
  const set = await withInstallation(terminal, (installation) =>
    setLogo(operatorOf(options, terminal), { application_id: id, file }, installation),
  )
  if (options.json) printJson(terminal, set)
  else
    terminal.out(
      set.logo_hash === null
        ? 'The application has no logo. Citizens see its initials.\n'
        : `The logo is set: a PNG of ${set.bytes} bytes. Citizens see it within a minute.\n`,
    )
}

/** One byte more than the maximum is enough to see that a file is too large. */
const read = async (path: string): Promise<Buffer> => {
  const file = await open(path).catch(() => null)
  if (file === null) throw new Refusal('file_not_found', `There is no file ${path}.`)
  try {
    const bytes = Buffer.alloc(maxLogoFileBytes + 1)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
