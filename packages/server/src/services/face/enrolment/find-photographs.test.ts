import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPhotographs } from './find-photographs.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nani-photographs-'))
  writeFileSync(join(folder, 'a.jpg'), 'of a')
})
afterAll(() => rmSync(folder, { recursive: true }))

const find = async (csv: string) => {
  writeFileSync(join(folder, 'list.csv'), csv)
  const found = await findPhotographs(['list.csv'], folder)
  return Promise.all(found.map(async ({ svcId, read }) => [svcId, String((await read()).bytes)]))
}

test('a CSV names photographs relative to its folder', async () => {
  expect(await find('\uFEFFfile,svc_id\r\na.jpg,cod-1111-2222-3333\r\n')).toEqual([
    ['COD-1111-2222-3333', 'of a'],
  ])
})

test('an error names the line on which its row begins, also after cells with line breaks', async () => {
  const rows = [
    'svc_id,file,note',
    'COD-1111-2222-3333,a.jpg,"one',
    'two"',
    '',
    'COD-1111-2222-3333,b.jpg,"c',
    '"',
  ]
  for (const lineBreak of ['\n', '\r\n'])
    await expect(find(rows.join(lineBreak))).rejects.toThrow('Line 5: there is no file')
})
