import { columns } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { area } from '../command-line/command-area.ts'

type Archiving = typeof import('@nani/server/app/archiving/index.ts')
type Run = Awaited<ReturnType<Archiving['archiveDays']>>
type Check = Awaited<ReturnType<Archiving['verifyDays']>>
type Found = Awaited<ReturnType<Archiving['searchArchive']>>

/** Named as a file of an archived day. A file that is not whole yet has another name. */
const isNamedAsArchive = (name: string): boolean => /\.(rows|keys|manifest\.json)$/.test(name)

const tables = 'audit_entries, call_charges or events'

/** `nani archive …`: full days of audit entries, charges and events as sealed files. */
export const archive = area<Archiving>({
  name: 'archive',
  about: 'full days of audit entries, charges and events, as sealed files',
  load: () => import('@nani/server/app/archiving/index.ts'),
  commands: {
    run: {
      act: 'archiveDays',
      about: 'archive every full day that is old enough, and drop its partition; run it once a day',
      text: ({ archived, waiting, failed }: Run) =>
        [
          ...archived.map(({ table, day, rows, bytes }) => `${day} ${table}: ${rows} rows in ${bytes} bytes`),
          ...waiting.map(({ table, day, reason }) => `${day} ${table} waits. ${reason}`),
          ...failed.map(({ table, message }) => `${table} failed. ${message}`),
          archived.length === 0 ? 'No day was archived.\n' : `${archived.length} days were archived.\n`,
        ].join('\n'),
      after: ({ failed }: Run) => {
        if (failed.length > 0)
          throw new Refusal('archive_incomplete', `${failed.length} tables could not be archived.`)
      },
    },
    verify: {
      act: 'verifyDays',
      about: 'check every file of the archive; exit code 1 if one was changed or is missing',
      text: ({ days, erased, rows, faults, unknown_files: unknown }: Check) =>
        [
          `${days} days with ${rows} rows. ${erased} days are past their retention and deleted.`,
          ...faults.map(({ table, day, message }) => `${day} ${table}: ${message}`),
          ...unknown.map((name) => `The database does not name the file ${name}.`),
          '',
        ].join('\n'),
      after: ({ faults, unknown_files: unknown }: Check) => {
        const count = faults.length + unknown.filter(isNamedAsArchive).length
        if (count > 0) throw new Refusal('archive_damaged', `The archive has ${count} faults.`)
      },
    },
    'search <value>': {
      act: 'searchArchive',
      about: 'find archived rows by the id of an application, a request, a result or an event; it is audited',
      options: {
        value: 'the id',
        table: { text: `${tables} (default: all)`, value: 'table' },
        from: { text: 'the first day, such as 2026-03-01', value: 'day' },
        to: { text: 'the last day', value: 'day' },
      },
      text: ({ rows, complete }: Found) => {
        if (rows.length === 0) return 'The archive has no such row.\n'
        const lines = rows.map(({ table, day, row, leaf }) => [day, table, JSON.stringify(row ?? leaf)])
        const more = complete ? '' : 'There are more. Choose fewer days.\n'
        return `${columns([['DAY', 'TABLE', 'ROW'], ...lines])}\n${more}`
      },
    },
  },
})
