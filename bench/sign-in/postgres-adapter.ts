import type { AdapterPayload } from 'oidc-provider'
import type pg from 'pg'

/** The table of the adapter, as the library's own examples have it: one row for each object. */
export const createAdapterTable = `
  create table bench_oidc (
    kind text not null,
    id text not null,
    payload jsonb not null,
    grant_id text,
    uid text,
    expires_at timestamptz,
    consumed_at timestamptz,
    primary key (kind, id)
  );
  create index bench_oidc_by_grant on bench_oidc (grant_id) where grant_id is not null;
  create index bench_oidc_by_uid on bench_oidc (kind, uid) where uid is not null;`

/** The storage of the library on PostgreSQL, with prepared statements. */
export const postgresAdapter = (pool: pg.Pool) =>
  class {
    readonly kind: string
    constructor(kind: string) {
      this.kind = kind
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      await pool.query({
        name: 'bench-upsert',
        text: `insert into bench_oidc (kind, id, payload, grant_id, uid, expires_at)
               values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
               on conflict (kind, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
                 uid = excluded.uid, expires_at = excluded.expires_at`,
        values: [
          this.kind,
          id,
          JSON.stringify(payload),
          payload.grantId ?? null,
          payload.uid ?? null,
          expiresIn ?? null,
        ],
      })
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return this.read(
        'bench-find',
        'select payload, consumed_at from bench_oidc where kind = $1 and id = $2',
        id,
      )
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.read(
        'bench-uid',
        'select payload, consumed_at from bench_oidc where kind = $1 and uid = $2',
        uid,
      )
    }

    async findByUserCode(): Promise<undefined> {}

    async read(name: string, text: string, key: string): Promise<AdapterPayload | undefined> {
      const { rows } = await pool.query<{ payload: AdapterPayload; consumed_at: Date | null }>({
        name,
        text,
        values: [this.kind, key],
      })
      const [row] = rows
      return row && { ...row.payload, ...(row.consumed_at && { consumed: true }) }
    }

    async consume(id: string): Promise<void> {
      await pool.query({
        name: 'bench-consume',
        text: 'update bench_oidc set consumed_at = now() where kind = $1 and id = $2',
        values: [this.kind, id],
      })
    }

    async destroy(id: string): Promise<void> {
      await pool.query({
        name: 'bench-destroy',
        text: 'delete from bench_oidc where kind = $1 and id = $2',
        values: [this.kind, id],
      })
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await pool.query({
        name: 'bench-revoke',
        text: 'delete from bench_oidc where grant_id = $1',
        values: [grantId],
      })
    }
  }
