import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  businessIdentifierTypes,
  errorCatalogue,
  eventTypes,
  individualIdentifierTypes,
  limits,
  purposes,
  scopeCatalogue,
} from '@nani/contract'
import { describe, expect, test } from 'vitest'

const page = (name: string): string =>
  readFileSync(join(import.meta.dirname, `../docs/specification/${name}.md`), 'utf8')

/** The cells of each table row whose first cell contains code, without the pipes. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))

const codeIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((found) => found[1] as string)

const sectionOf = (text: string, heading: string): string =>
  text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? ''

describe('the specification and the contract agree on', () => {
  test('every error code and its status', () => {
    const written = rowsOf(page('errors'))
      .filter((cells) => /^(\d{3}|none)$/.test(cells[1] ?? ''))
      .map(([code, status]) => [codeIn(code)[0], status === 'none' ? null : Number(status)])
    expect(Object.fromEntries(written)).toEqual(
      Object.fromEntries(Object.entries(errorCatalogue).map(([code, { status }]) => [code, status])),
    )
  })

  test('every event type', () => {
    const written = rowsOf(sectionOf(page('webhooks'), 'Event catalogue')).flatMap(([types]) => codeIn(types))
    expect(written.toSorted()).toEqual(eventTypes.toSorted())
  })

  test('every scope with its block and tier, and every purpose', () => {
    const disclosure = page('disclosure')
    const scopes = rowsOf(sectionOf(disclosure, 'Scopes and blocks')).map(([scope, block, , tier]) => [
      codeIn(scope)[0],
      { block: codeIn(block)[0], tier: tier?.toLowerCase() },
    ])
    const expected = Object.entries(scopeCatalogue).map(([scope, { block, tier }]) => [
      scope,
      { block: ['kyc', ...block].join('.'), tier },
    ])
    expect(scopes).toEqual(expected)
    const written = rowsOf(sectionOf(disclosure, 'Purposes')).flatMap(([purpose]) => codeIn(purpose))
    expect(written.toSorted()).toEqual([...purposes].sort())
  })

  test('every identifier type', () => {
    const written = rowsOf(sectionOf(page('identifiers'), 'Formats of identifiers')).flatMap(([type]) =>
      codeIn(type),
    )
    expect(written).toEqual([...individualIdentifierTypes, ...businessIdentifierTypes])
  })

  test('the numbers of the limits', () => {
    const text = page('limits').replaceAll(',', '')
    const numbers = [
      `${limits.singleBodyBytes / 2 ** 20} MiB`,
      `${limits.batchBodyBytes / 2 ** 20} MiB`,
      `${limits.synchronousBatchItems} items`,
      `${limits.asynchronousBatchItems} items`,
      `${limits.synchronousBatchBytes / 1e6} MB`,
      `1 to ${limits.resultsPageItems} items default ${limits.resultsPageItemsDefault}`,
      `${limits.timestampWindowSeconds} s`,
      `${limits.nonceMemorySeconds / 60} minutes`,
      `${limits.idempotencyWindowSeconds / 3600} hours`,
      `${limits.retentionDays} days`,
      `${limits.fileLinkSeconds / 60} minutes`,
      `${limits.webhookToleranceSeconds} s`,
      `${limits.referenceCharacters} characters`,
      `${limits.nameCharacters} characters`,
      `${limits.faceReasonCharacters} characters`,
      `${limits.imageUrlCharacters} characters`,
      `${limits.imageDataCharacters} characters`,
      `${limits.reasonCharacters} characters`,
    ]
    expect(numbers.filter((number) => !text.includes(number))).toEqual([])
  })
})
