import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect } from 'vitest'

type LogOfCell = {
  /** Of a result that was made in the cell. */
  id: string
  /** Runs `nani` in the folder. */
  command(...args: string[]): Promise<{ code: number; out: string; err: string }>
  folder: string
  pools: { home: pg.Pool; cell: pg.Pool }
}

/** The commands of an auditor for the log of a cell. */
export const expectLogOfCell = async ({ id, command, folder, pools }: LogOfCell): Promise<void> => {
  // An entry is in the log within about a second.
  await expect.poll(async () => (await command('audit', 'prove', id)).code, { timeout: 20_000 }).toBe(0)
  writeFileSync(join(folder, 'one.proof'), (await command('audit', 'prove', id)).out)
  const { out: key } = await command('audit', 'key', '--environment', 'sandbox', '--cell', 'north')
  expect(await command('audit', 'verify', 'one.proof', '--key', key.trim())).toMatchObject({
    ...{ code: 0, out: expect.stringContaining('/cells/north-') },
  })
  const checkpoint = ['audit', 'checkpoint', '--environment', 'sandbox', '--cell', 'north']
  expect((await command(...checkpoint)).out).toMatch(/^\S+\/cells\/north-\w+\/sandbox\n/)

  const check = (...more: string[]) => command('audit', 'check', '--checkpoint', 'one.proof', ...more)
  const { code, out, err } = await check('--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const checked = JSON.parse(out)
  expect(checked).toMatchObject({ found: [], findings: 0, unread_cells: [] })
  expect(checked.logs).toContainEqual(expect.objectContaining({ cell: 'north', environment: 'sandbox' }))
  expect(await command('audit', 'publish', 'log')).toMatchObject({ code: 0, err: '' })
  const [log = ''] = readdirSync(join(folder, 'log', 'cells'))
  expect(readFileSync(join(folder, 'log', 'cells', log, 'sandbox', 'checkpoint'), 'utf8')).toContain(
    `/${log}/`,
  )

  // With another key, the log and its proofs go on.
  const rotated = await command('cells', 'rotate-log-key', 'north', '--overlap', '0', '--json')
  const renewed = JSON.parse(rotated.out).keys.find(
    (one: { environment: string }) => one.environment === 'sandbox',
  )
  expect(renewed).toMatchObject({ previous: key.trim(), key: expect.stringContaining('/cells/north-') })
  expect(await check()).toMatchObject({ code: 0, err: '' })

  // A database that is not the cell is named, and so is a cell that someone took out of the list.
  const { rows } = await pools.cell.query('select proof from cell_identity')
  await pools.cell.query(`update cell_identity set proof = '\\x00'`)
  const unread = await check()
  await pools.cell.query('update cell_identity set proof = $1', [rows[0].proof])
  expect(unread).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('could not be read: north (The database is not the cell') },
  })
  await pools.home.query(
    `insert into acts (at, actor_kind, actor, account, origin, action, subject)
     values (now(), 'operator', 'amina', 'amina', 'command_line', 'cells.add', 'cell south')`,
  )
  expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining('removed: cell south: ') })
}
