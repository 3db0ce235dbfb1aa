import type pg from 'pg'
import type { Clock } from '../core/index.ts'
import type { Vault } from './vault.ts'

/** Secrets that every process of an installation shares, sealed; the first that writes one decides. */
export type InstallationSecrets = {
  read(name: string): Promise<string | undefined>
  /** Keeps `value` unless another process was faster; answers what is kept. */
  keepFirst(name: string, value: string): Promise<string>
  replace(name: string, value: string): Promise<void>
}

export const createInstallationSecrets = (
  database: Pick<pg.ClientBase, 'query'>,
  vault: Vault,
  clock: Clock,
): InstallationSecrets => {
  const open = (sealed: Buffer, name: string) => vault.open(sealed, name).toString('utf8')
  const write = async (name: string, value: string, onConflict: string): Promise<string> => {
    const { rows } = await database.query<{ sealed: Buffer }>(
      `insert into installation_secrets (name, sealed, created_at) values ($1, $2, $3)
       on conflict (name) do update set ${onConflict} returning sealed`,
      [name, vault.seal(Buffer.from(value), name), new Date(clock.now())],
    )
    return open((rows[0] as { sealed: Buffer }).sealed, name)
  }
  return {
    async read(name) {
      const { rows } = await database.query<{ sealed: Buffer }>(
        'select sealed from installation_secrets where name = $1',
        [name],
      )
      return rows[0] && open(rows[0].sealed, name)
    },
    keepFirst: (name, value) => write(name, value, 'name = excluded.name'),
    async replace(name, value) {
      await write(name, value, 'sealed = excluded.sealed, created_at = excluded.created_at')
    },
  }
}
