import { columns, printable } from '@nani/cli'
import { Refusal, withSecretsOfFiles } from '@nani/foundation/core/index.ts'
import { readDatabaseAddress } from '@nani/foundation/storage/index.ts'
import { overlapOfLogKey, rotatedLogKeysText } from '../audit/log-keys.ts'
import { area, type OpenCall } from '../command-line/command-area.ts'
import { oneEnvironment } from '../command-line/flags.ts'

type Cells = typeof import('@nani/server/app/cells/index.ts')
type Check = Awaited<ReturnType<Cells['checkCells']>>[number]
type Prepared = Awaited<ReturnType<Cells['prepareCell']>>

/** The URLs come by the environment: an argument shows in lists of processes. */
const urlsOf = ({ terminal }: OpenCall, names: Cells['cellVariables']) => {
  const environment = withSecretsOfFiles(terminal.env, names)
  const [app, owner, home] = names.map((name) => {
    const url = environment[name]
    if (!url) throw new Refusal('setting_missing', `${name} is not set.`)
    readDatabaseAddress(url, name)
    return url
  })
  return { app: app as string, owner: owner as string, home: home as string }
}

const prepared = ({ name, applied }: Prepared): string =>
  `The cell ${name} is prepared (${applied.length} migrations), and gets copies of tables of home.\nTo see when they are complete: nani cells check\n`

type Drained = Awaited<ReturnType<Cells['drainCell']>>

const drainedText = ({ name, draining, organizations }: Drained): string => {
  const state = draining
    ? `The cell ${name} is being drained`
    : `Organizations get places in the cell ${name}`
  if (organizations.length === 0)
    return `${state}. No organization is in it.${draining ? ` To remove it: nani cells remove ${name}` : ''}\n`
  const rows = organizations.map((one) => [one.id, printable(one.name)])
  return `${state}. These organizations are in it:\n${columns([['ORGANIZATION', 'NAME'], ...rows])}\n${
    draining ? 'To move one: nani organizations move ORGANIZATION --cell NAME\n' : ''
  }`
}

const number = (value: number | null): string => (value === null ? '-' : String(value))

/** `nani cells …`: the other databases of an installation. */
export const cells = area<Cells>({
  name: 'cells',
  about: 'other databases for the applications and the money of organizations',
  load: () => import('@nani/server/app/cells/index.ts'),
  commands: {
    'add <name>': {
      act: 'addCell',
      about:
        'name and prepare the database of NANI_CELL_DATABASE_URL, NANI_CELL_OWNER_DATABASE_URL and NANI_CELL_HOME_URL',
      options: { name: 'small letters, digits and _', urls: null },
      async perform(call) {
        const { module, input, perform } = call
        const name = input.name as string
        await perform(module.addCell, { name, urls: urlsOf(call, module.cellVariables) })
        return perform(module.prepareCell, { name })
      },
      text: prepared,
    },
    'prepare <name>': {
      act: 'prepareCell',
      about: 'bring a cell up to date, or make its copies again; safe to repeat',
      options: { name: 'the name of the cell' },
      text: prepared,
    },
    list: { act: 'listCells', columns: 'name database added_at organizations draining' },
    check: {
      act: 'checkCells',
      about: 'check the schema, the identity and the copies of all cells; exit code 1 if one fails',
      text: (checks: Check[]) =>
        checks.length === 0
          ? 'There are no cells.\n'
          : `${columns([
              ['CELL', 'STATE', 'BEHIND (MS)', 'LOG KEPT (BYTES)', ''],
              ...checks.map((one) => [
                ...[one.name, one.state, number(one.behind_ms), number(one.kept_bytes), one.message],
              ]),
            ])}\n`,
      after: (checks: Check[]) => {
        const failed = checks.filter(({ state }) => state === 'failed').map(({ name }) => name)
        if (failed.length > 0)
          throw new Refusal('checks_failed', `The check of these cells failed: ${failed.join(', ')}.`)
      },
    },
    'place <organization> <cell>': {
      act: 'placeOrganization',
      about:
        'move the applications and the money of an organization to a cell before their first call; stop the server first',
      options: { organization_id: 'the id of the organization', cell: 'the name of the cell' },
      text: ({ cell, applications }: { cell: string; applications: number }) =>
        `${applications} applications are in the cell ${cell}. Start the processes of the server.\n`,
    },
    'drain <name>': {
      act: 'drainCell',
      about: 'give no organization a place in a cell any more, and show those that are there',
      options: { name: 'the name of the cell', end: 'organizations get places in it again' },
      text: drainedText,
    },
    'undo-move <organization>': {
      act: 'undoMove',
      about: 'put an organization in force again where it was, when a move lost its other database',
      options: {
        organization_id: 'the id of the organization',
        lost: 'the other database does not exist any more',
      },
      text: ({ in: place, to, rows }: { in: string; to: string; rows: number }) =>
        `The organization is in ${place}, with ${rows} rows that had left for ${to}.\n`,
    },
    'rotate-log-key <name>': {
      act: 'rotateCellLogKeys',
      about: 'sign the transparency log of a cell with new keys; the earlier ones sign too for the overlap',
      options: { name: 'the name of the cell', environments: oneEnvironment, overlap_days: overlapOfLogKey },
      json: (keys) => ({ keys }),
      text: rotatedLogKeysText,
    },
    'remove <name>': {
      act: 'removeCell',
      about: 'forget a cell without organizations; home keeps no log for it any more',
      options: {
        name: 'the name of the cell',
        lost: 'its database does not exist any more',
        entries_kept:
          'a copy of its database is kept, with its folder of the archive, or it has no audit entries, acts or archived days',
      },
      text: () => 'The cell is removed.\n',
    },
  },
})
