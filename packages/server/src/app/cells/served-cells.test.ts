import { expect, test } from 'vitest'
import { servedCells } from './served-cells.ts'
import { cellsSettings } from './settings.ts'

const cells = ['north', 'south'].map((name) => ({
  ...{ name, urls: { app: '', owner: '', home: '' }, addedAtMs: 0 },
}))
const served = (text?: string) =>
  servedCells(cells, cellsSettings.servedCells.read({ NANI_CELLS: text })).map(({ name }) => name)

test('a process serves all cells, some, or none', () => {
  expect(served()).toEqual(['north', 'south'])
  expect(served('south')).toEqual(['south'])
  expect(served('south, north')).toEqual(['north', 'south'])
  expect(served('-')).toEqual([])
})

test('an unknown cell is refused with the most similar name', () => {
  expect(() => served('nort')).toThrow('no cell nort. The most similar one is north.')
  expect(() => servedCells([], ['north'])).toThrow('no cell north')
  expect(() => served('north;south')).toThrow('NANI_CELLS must be names of cells')
})
