import { isEmbeddedDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { readRules, settleRule } from '../../app/installation-rules/index.ts'
import { demoApplicationIds } from './demo.ts'
import type { OrganizationDependencies } from './keys/issue-keys.ts'
import type { DemoChoice, OrganizationsSettings } from './settings.ts'

/**
 * A database that `DATABASE_URL` names is never a demo as soon as it has an application that is not the demo's: other people
 * depend on it. The database itself says whether it is the embedded one. A variable of a command could not prove it.
 */
const servesOthers = async (dependencies: OrganizationDependencies): Promise<boolean> => {
  const { pool } = dependencies
  if (await isEmbeddedDatabase(pool)) return false
  const { rowCount } = await pool.query('select from applications where application_id <> all($1) limit 1', [
    await demoApplicationIds(dependencies),
  ])
  if (rowCount === 1) return true
  // Their applications are in a cell.
  return (await pool.query('select from placed_organizations limit 1')).rowCount === 1
}

/** Whether the installation is a demo now: a start made it one, and no other people depend on it. */
export const isDemo = async (dependencies: OrganizationDependencies): Promise<boolean> =>
  (await readRules(dependencies.pool)).demo && !(await servesOthers(dependencies))

type Needs = OrganizationDependencies &
  Pick<Platform, 'ownerPool' | 'ownsSchema' | 'log'> &
  Pick<Platform, 'clock'>

/** What a start makes of its setting. `settle` writes the rule, once the start can no longer be refused. */
export const startDemo = async (
  needs: Needs,
  { choice, stated }: OrganizationsSettings['demo'],
): Promise<{ demo: DemoChoice; settle: () => Promise<void> }> => {
  const isRefused = choice !== 'none' && (await servesOthers(needs))
  const mayBe = !isRefused && (needs.ownsSchema || (await readRules(needs.pool)).demo)
  const settle = async () => {
    if (isRefused)
      needs.log(
        'demo: NANI_DEMO has no effect, because the database of DATABASE_URL has an application that is not of the demo. Unset NANI_DEMO.',
      )
    await settleRule(needs, 'demo', { value: choice !== 'none' && !isRefused, stated: stated && !isRefused })
  }
  return { demo: mayBe ? choice : 'none', settle }
}
