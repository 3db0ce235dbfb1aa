import type { Platform } from '../../packages/foundation/src/platform/index.ts'
import { memberRealm as realm } from '../../packages/server/src/organizations/people/index.ts'
import { openSession } from '../../packages/server/src/organizations/people/sessions.ts'

type Owner = { platform: Platform; organizationId: string; consoleUrl: string }

/** An owner of an organization with a session in the console, as rows have them, and requests below the organization. */
export const signInAsOwner = async ({ platform, organizationId, consoleUrl }: Owner) => {
  const { pool, clock, random, newId } = platform
  const [accountId, nowMs] = [newId('per'), clock.now()]
  await pool.query(
    `insert into member_accounts (account_id, email, name, language, password_hash, created_at, password_changed_at)
     values ($1, $1 || '@example.cd', 'Amina', 'en', '', now(), now())`,
    [accountId],
  )
  await pool.query(
    `insert into organization_members (organization_id, person_id, roles, joined_at) values ($1, $2, '{owner}', now())`,
    [organizationId, accountId],
  )
  const visit = { address: '127.0.0.1', user_agent: '', session: null, browser: null, identity: null }
  const secret = await openSession(
    pool,
    { accountId, visit, awaitsSecondFactor: false, secondFactorAtMs: nowMs },
    { realm, random, newId, nowMs },
  )
  return {
    async send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
      const answer = await fetch(`${consoleUrl}/api/organizations/${organizationId}${path}`, {
        method,
        headers: {
          cookie: `nani_console=${secret}`,
          ...(method !== 'GET' && { 'x-nani-app': '1', 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, json: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
    },
  }
}

export type OwnerInConsole = Awaited<ReturnType<typeof signInAsOwner>>
