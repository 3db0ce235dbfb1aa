import { chmodSync, mkdtempSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inject } from 'vitest'
import { get } from '../client/call.ts'
import type { Credentials, DemoCredentials } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'
import {
  createDatabase,
  type DatabaseServer,
  databaseServerOf,
  onDatabase,
  urlOf,
} from './database-server.ts'

/*
 * The switch `CELLS=1` of the suite: the shared installation has two cells, and the applications of the tests are in them, half in
 * each. The cells are databases on the PostgreSQL of the registers. Each of them copies from home by itself.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** One organization in each cell. Empty without the switch. */
    placedOrganizations: readonly string[]
  }
}

export const isInCells = process.env.CELLS === '1'

export const cells = ['north', 'south'] as const
/** Several processes share the PostgreSQL of the cells and registers, which takes a hundred connections. */
export const settingsInCells: NodeJS.ProcessEnv = isInCells ? { NANI_CELL_CONNECTIONS: '6' } : {}

const organizationIn = (cell: string): string => `org_in_${cell}`
const copies = { username: 'nani_copies', password: 'copies' }

type Nani = (
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
) => Promise<{ code: number; out: string; err: string }>

const mustRun = async (nani: Nani, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> => {
  const { code, out, err } = await nani(args, env)
  if (code !== 0) throw new Error(`nani ${args.join(' ')} ended with ${code}:\n${out}${err}`)
  return out
}

/** While the installation runs, before its next start: home may be copied, and has an organization for each cell. */
export const allowCopies = async (dataDir: string): Promise<void> => {
  const { superuser } = databaseServerOf(dataDir)
  await onDatabase(superuser, `alter system set wal_level = 'logical'`)
  await onDatabase(
    superuser,
    `create role ${copies.username} login replication password '${copies.password}'`,
  )
  for (const cell of cells)
    await onDatabase(
      superuser,
      `insert into organizations (organization_id, name, created_at) values ('${organizationIn(cell)}', 'In the cell ${cell}', now())`,
    )
  // The account of the other PostgreSQL reaches the socket of home.
  chmodSync(dataDir, 0o711)
}

/** While no process runs. `home`: the server of home, which the first command starts for itself. */
export const addCells = async (
  dataDir: string,
  { server, home, nani }: { server: DatabaseServer; home: DatabaseServer; nani: Nani },
): Promise<void> => {
  await onDatabase(server.superuser, 'grant pg_create_subscription to nani_owner')
  for (const cell of cells) {
    const database = `${basename(dataDir)}-${cell}`
    await createDatabase(server, database)
    await mustRun(nani, ['cells', 'add', cell], {
      NANI_CELL_DATABASE_URL: urlOf(server, 'app', database),
      NANI_CELL_OWNER_DATABASE_URL: urlOf(server, 'owner', database),
      NANI_CELL_HOME_URL: Object.assign(new URL(home.app), copies).href,
    })
  }
}

/**
 * Moves an organization with money into each cell, while the installation runs. One without an application is not moved.
 */
export const placeOrganizations = async (nani: Nani): Promise<string[]> => {
  for (const cell of cells) {
    const organization = organizationIn(cell)
    const of = ['--organization', organization]
    await mustRun(nani, ['applications', 'create', '--name', 'First', '--environment', 'sandbox', ...of])
    // Two people adjust a wallet.
    for (const person of ['amina', 'boris'])
      await mustRun(nani, ['billing', 'adjust', '10000', '--reason', 'A test.', '--as', person, ...of])
    await mustRun(nani, ['organizations', 'move', organization, '--cell', cell])
  }
  return cells.map(organizationIn)
}

type Lists = { services: string[]; scopes: string[]; purposes: string[] }

/** An application in a cell with everything that the demo application of its environment has. */
const createLike = async (
  nani: Nani,
  organization: string,
  { application_id }: Pick<Credentials, 'application_id'>,
  flags: readonly string[],
): Promise<Credentials> => {
  const shown = await mustRun(nani, ['applications', 'show', application_id, '--json'])
  const { services, scopes, purposes } = JSON.parse(shown) as Lists
  const created = await mustRun(nani, [
    ...['applications', 'create', '--name', 'Demo', '--burst', '1000', '--json', ...flags],
    ...['--organization', organization, '--services', services.join(',')],
    ...['--scopes', scopes.join(','), '--purposes', purposes.join(',')],
    ...services.flatMap((service) => ['--quota', `${service}=none`]),
  ])
  return JSON.parse(created) as Credentials
}

/** The demo applications of both environments, in a cell. The certificate is in a directory of `dataDir`. */
export const createDemoInCell = async (
  nani: Nani,
  organization: string,
  { dataDir, demo }: { dataDir: string; demo: DemoCredentials },
): Promise<DemoCredentials> => {
  const sandbox = await createLike(nani, organization, demo.sandbox, ['--environment', 'sandbox'])
  const approved = ['--environment', 'production', '--approved', '--reason', 'A test.']
  const production = await createLike(nani, organization, demo.production, approved)
  const directory = mkdtempSync(join(dataDir, 'certificate-'))
  const certificate = JSON.parse(
    await mustRun(nani, [
      ...['applications', 'issue-certificate', production.application_id],
      ...['--out', directory, '--json'],
    ]),
  ) as Partial<Credentials>
  return { sandbox, production: { ...production, ...certificate } }
}

/** Processes learn within seconds that a cell has a new key. Until then they answer 503. */
export const untilKnown = async (credentials: Credentials): Promise<void> => {
  const { ca_file } = inject('demo').production
  // A known key with an old timestamp is refused before anything of the application is used, and before its certificate is seen.
  const call = () => get({ ...credentials, ca_file }, '/v1/events', { timestamp: '1' })
  await until(call, ({ json }) => json.error !== 'overloaded', { timeoutMs: 20_000, everyMs: 50 })
}

let created = 0

/** The organization of a new application: in each cell in turn. Undefined: the default one, in home. */
export const nextOrganization = (dataDir: string): string | undefined => {
  const placed = inject('placedOrganizations')
  return dataDir === inject('dataDir') ? placed[created++ % placed.length] : undefined
}
