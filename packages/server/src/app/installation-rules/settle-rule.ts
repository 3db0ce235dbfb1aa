import type { Platform } from '@nani/foundation/platform/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { defineAct } from '../../gateway/acts/index.ts'
import { type InstallationRule, installationRules, readRules, requireStored } from './rules.ts'

const ruleNames = Object.keys(installationRules) as InstallationRule[]

/** A start gives a rule another value. */
export const setRule = defineAct({
  name: 'installation.set_rule',
  sentence: { en: 'Sets a rule of the installation', fr: 'Définit une règle de l’installation' },
  actors: { system: true },
  input: Type.Object(
    { rule: Type.Enum(ruleNames), before: Type.Boolean(), value: Type.Boolean() },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  async perform({ client, input: { rule, before, value }, nowMs }) {
    await client.query(
      `insert into installation_rules (rule, value, set_at) values ($1, $2, $3)
       on conflict (rule) do update set value = excluded.value, set_at = excluded.set_at`,
      [rule, value, new Date(nowMs)],
    )
    return {
      result: null,
      entry: {
        ...{ subject: installationRules[rule].variable, before: { [rule]: before } },
        after: { [rule]: value },
      },
    }
  },
})

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
    const actor = { kind: 'system', task: 'start' } as const
    await setRule.within(client, actor, { rule, before, value }, { pool: ownerPool, clock })
    return true
  })
  if (isChanged) log(`rules: ${rule} is ${value} from now on, for every process and command (${variable})`)
}
