import { existsSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { normalizeIdentifier } from '@nani/contract'
import { csvRows, Refusal } from '@nani/foundation/core/index.ts'
import { CsvError, parse } from 'csv-parse/sync'
import type { Photograph } from './enrol-photographs.ts'

/** The error for a file that is not a photograph of a known person. */
const noPhotographs = (message: string, next?: string): Refusal =>
  new Refusal('file_unusable', message, { next })

const contentTypes: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
}
const maxBytes = 50 * 1024 * 1024

/** `COD-1234-5678-9012.jpg`, and `COD-1234-5678-9012 second.jpg` for the same person. */
const svcIdOfName = (name: string): string | null => {
  const [written = ''] = /^cod[-\d]{12,15}/i.exec(name) ?? []
  return normalizeIdentifier({ type: 'svc_id', value: written })?.value ?? null
}

const photograph = (svcId: string, file: string): Photograph => ({
  svcId,
  async read() {
    if (statSync(file).size > maxBytes) throw noPhotographs(`${file} is larger than 50 MB.`)
    return {
      content_type: contentTypes[extname(file).toLowerCase()] ?? 'image/jpeg',
      bytes: await readFile(file),
    }
  },
})

/** Files, folders of files, and CSV files of `svc_id,file` (relative to the CSV), in the given order. */
export const findPhotographs = async (paths: readonly string[], cwd: string): Promise<Photograph[]> => {
  const found: Photograph[] = []
  for (const path of paths) {
    const file = resolve(cwd, path)
    if (!existsSync(file)) throw new Refusal('file_not_found', `There is no file or folder ${file}.`)
    if (statSync(file).isDirectory()) {
      const names = (await readdir(file)).filter((name) => extname(name).toLowerCase() in contentTypes).sort()
      found.push(...names.map((name) => named(join(file, name))))
    } else if (extname(file).toLowerCase() === '.csv') found.push(...(await ofCsv(file)))
    else found.push(named(file))
  }
  return found
}

const named = (file: string): Photograph => {
  const svcId = svcIdOfName(basename(file))
  if (svcId) return photograph(svcId, file)
  throw noPhotographs(
    `${file} is not named by an identity.`,
    'Rename it to a name such as COD-1234-5678-9012.jpg, or list it in a CSV of svc_id,file.',
  )
}

const form = { columns: true, trim: true, bom: true, skip_empty_lines: true, info: true } as const

/** A row that has more or fewer cells than the header is an error with its line. */
const readRows = async (file: string) => {
  try {
    return csvRows<Record<string, string>>(await readFile(file, 'utf8'), (text) => parse(text, form))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw noPhotographs(`${file} cannot be read: ${error.message}.`, 'The columns are svc_id and file.')
  }
}

const ofCsv = async (file: string): Promise<Photograph[]> => {
  const rows = await readRows(file)
  return rows.map(({ line, cells: { svc_id = '', file: path = '' } }) => {
    const svcId = normalizeIdentifier({ type: 'svc_id', value: svc_id })?.value
    const at = resolve(dirname(file), path)
    if (svcId && path && existsSync(at)) return photograph(svcId, at)
    throw noPhotographs(
      svcId ? `Line ${line}: there is no file ${at}.` : `Line ${line}: ${svc_id} is no svc_id.`,
      'The columns are svc_id and file.',
    )
  })
}
