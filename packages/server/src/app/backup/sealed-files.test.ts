import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDirectory } from '../../../../../testing/machine/scratch.ts'
import { reportedCase } from '../../desk/desk-surface/testing/reported-case.ts'
import { answersOfDossier, consoleObjects } from '../../organizations/console/testing/console-objects.ts'
import { type ConsoleWorld, startConsole } from '../../organizations/console/testing/console-world.ts'
import { readBackupFile } from './backup-file.ts'
import { takeBackup } from './take-backup.ts'

let world: ConsoleWorld
let folder: string
beforeAll(async () => {
  world = await startConsole()
  folder = mkdtempSync(join(scratchDirectory, 'nani-sealed-'))
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

/** A text, and each form in which a database or a file of JSON can have its bytes: also within a larger text in base64. */
const formsOf = (text: string): string[] => [
  text,
  Buffer.from(text).toString('hex'),
  ...['', 'x', 'xx'].map((before) =>
    Buffer.from(`${before}${text}`).toString('base64').slice(4, -4).replaceAll('=', ''),
  ),
]

/** The tables of which a row has one of these texts. The text of a row has bytes in hexadecimal. */
const tablesWith = async (texts: readonly string[]): Promise<string[]> => {
  const { pool } = world.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
  )
  const { rows } = await pool.query<{ name: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name where exists (select from ${name} t where t::text like any(select '%' || f || '%' from unnest($1::text[]) f))`,
      )
      .join(' union all '),
    [texts],
  )
  return rows.map(({ name }) => name)
}

const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }

test('a dossier and evidence are encrypted at rest: their texts and bytes are in no table, and in no opened backup', async () => {
  const secret = () => `secret-${randomBytes(24).toString('hex')}`
  const [ofFile, ofAnswer, ofMessage, ofEvidence, known] = [secret(), secret(), secret(), secret(), secret()]
  const { owner, review, production, id } = await consoleObjects(world).withDossier()
  const bytes = Buffer.concat([Buffer.from(`%PDF-1.7 ${ofFile} `), randomBytes(64)])
  const file = { kind: 'licence', name: 'licence.pdf', data: bytes.toString('base64') }
  expect((await owner.post(`${review}/files`, file)).status).toBe(201)
  const { json: before } = await owner.get(review)
  const answers = { ...answersOfDossier, retention: ofAnswer }
  expect((await owner.patch(review, { answers }, before.version)).status).toBe(200)
  expect((await owner.post(`${review}/submit`)).status).toBe(200)
  expect((await owner.post(`${review}/messages`, { text: ofMessage })).status).toBe(201)
  await reportedCase(world, production.split('/').at(-1) ?? '', [
    {
      ...{ type: 'transaction_log', description: ofEvidence },
      file: { data: Buffer.from(`time,text\n1,${ofEvidence}\n`).toString('base64') },
    },
  ])
  // One that is stored as it is, so that both searches are known to find what is there.
  await world.database.pool.query('update organizations set name = $2 where organization_id = $1', [
    id,
    known,
  ])

  const sealed = [ofFile, ofAnswer, ofMessage, ofEvidence].flatMap(formsOf)
  expect(await tablesWith(formsOf(known))).toContain('organizations')
  expect(await tablesWith(sealed)).toEqual([])

  const [path, key] = [join(folder, 'nani.backup'), randomBytes(32)]
  await takeBackup(supervisor, { file: path, master_key: key }, world.platform)
  let content = ''
  for await (const frame of readBackupFile(path, key)) content += JSON.stringify(frame.content)
  expect(formsOf(known).some((text) => content.includes(text))).toBe(true)
  expect(sealed.filter((text) => content.includes(text))).toEqual([])
  // The rows are there: a file of the dossier is opened with the keys of the installation alone.
  expect(content).toContain('production_review_files')
})
