import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8')) as { version: string }

/** Of this checkout: another user of the machine can neither plant a file here nor be in the way. */
const ownCache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/** The package unpacks to the temporary folder of its process, and takes a file there for its own. */
const unpackInto = (directory: string) =>
  promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `await (await import(${JSON.stringify(entry)})).default.executablePath()`,
    ],
    { env: { ...process.env, TMPDIR: directory }, timeout: 120_000 },
  )

/**
 * The path of Chromium, which is unpacked once for each checkout and version. It is unpacked to another name and then
 * renamed, so that no process starts half a file. If several processes unpack, the first one wins.
 */
export const unpackChromium = async (cache: string = ownCache): Promise<string> => {
  const folder = join(cache, `chromium-${version}`)
  const executable = join(folder, 'chromium')
  if (existsSync(executable)) return executable
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(`${folder}-`)
  try {
    await unpackInto(unfinished)
    await rename(unfinished, folder)
  } catch (error) {
    if (!existsSync(executable)) throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return executable
}
