import type { Platform } from '@nani/foundation/platform/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { writeAct } from '../audit/index.ts'
import { type InstallationRule, installationRules, readRules, requireStored } from './rules.ts'

type Needs = Pick<Platform, 'ownerPool' | 'ownsSchema' | 'clock' | 'log'>

/**
 * A start of the server gives a rule its value. Without the login of the owner the stored value stays, and a variable
 * that differs ends the start. A change is in the audit log and in the output of the start.
 */
export const settleRule = async (
  { ownerPool, ownsSchema, clock, log }: Needs,
  rule: InstallationRule,
  { value, stated }: { value: boolean; stated: boolean },
): Promise<void> => {
  if (!ownsSchema) {
    requireStored(rule, (await readRules(ownerPool))[rule], stated ? value : null)
    return
  }
  const { variable } = installationRules[rule]
  const isChanged = await inTransaction(ownerPool, async (client) => {
    // Processes that start together record each change once.
    await client.query(`select pg_advisory_xact_lock(hashtext('nani installation rules'))`)
    const before = (await readRules(client))[rule]
    if (before === value) return false
    const atMs = clock.now()
    await client.query(
      `insert into installation_rules (rule, value, set_at) values ($1, $2, $3)
       on conflict (rule) do update set value = excluded.value, set_at = excluded.set_at`,
      [rule, value, new Date(atMs)],
    )
    await writeAct(client, {
      ...{
        actor: { kind: 'system', task: 'start' },
        action: 'installation.set_rule',
        subject: variable,
        atMs,
      },
      ...{ before: { [rule]: before }, after: { [rule]: value } },
    })
    return true
  })
  if (isChanged) log(`rules: ${rule} is ${value} from now on, for every process and command (${variable})`)
}
