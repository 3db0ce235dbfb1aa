import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Refusal } from '../core/index.ts'

const run = promisify(execFile)

/** The operating-system account of the database. Undefined: the account of this process. */
export type Account = { uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root, so root uses another account: the owner of an existing cluster, otherwise
 * `postgres`, created if missing, otherwise `nobody`.
 */
export const chooseAccount = async (clusterDir: string): Promise<Account> => {
  const owner = await stat(clusterDir).catch(() => undefined)
  const self = process.getuid?.()
  if (self !== 0) {
    if (owner && owner.uid !== self)
      throw new Refusal(
        'data_directory_unusable',
        `The database in ${clusterDir} belongs to the account with id ${owner.uid}. Start Nani as that account or as root, or choose another directory with NANI_DATA_DIR.`,
      )
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = (await lookUp('postgres')) ?? (await createPostgres()) ?? (await lookUp('nobody'))
  if (account) return account
  throw new Refusal(
    'database_start_failed',
    'PostgreSQL does not run as root, and there is no account `postgres` or `nobody` for it. ' +
      'Create a system account `postgres`, start Nani as an ordinary user, or set DATABASE_URL.',
  )
}

const lookUp = async (name: string): Promise<Account> => {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    const account = { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    return account.uid > 0 ? account : undefined
  } catch {
    return undefined
  }
}

const createPostgres = async (): Promise<Account> => {
  const modest = ['--system', '--no-create-home', '--shell', '/bin/false', 'postgres']
  const ways: [string, string[]][] = [
    ['useradd', ['--user-group', ...modest]],
    // In case a group with this name still exists.
    ['useradd', ['--gid', 'postgres', ...modest]],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', 'postgres']],
  ]
  for (const [command, args] of ways) {
    const made = await run(command, args).then(
      () => true,
      () => false,
    )
    if (made) return lookUp('postgres')
  }
  return undefined
}
