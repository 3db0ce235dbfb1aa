import { expect, test } from 'vitest'
import { contentOf, rowsOf } from './evidence-content.ts'
import { placesOf } from './graph-places.ts'

test('the cells of a table keep commas, quotes and line ends', () => {
  expect(rowsOf('a,"b, ""c"""\n"two\nlines",\n')).toEqual([
    ['a', 'b, "c"'],
    ['two\nlines', ''],
  ])
})

test('a file gets no address unless the server has drawn it as an image, or written it as sound', () => {
  for (const content_type of [
    'text/html',
    'image/svg+xml',
    'application/pdf',
    'application/octet-stream',
    'audio/mpeg',
    'constructor',
  ])
    expect(contentOf({ name: 'x', content_type, data: 'PHN2Zz4=' })).toEqual({
      kind: 'refused',
      name: 'x',
    })
})

test('sound that the server has written gets an address of its type', async () => {
  const sound = contentOf({ name: 'x', content_type: 'audio/wav', data: 'UklGRg==' })
  expect(sound).toMatchObject({ kind: 'sound', url: expect.stringMatching(/^blob:/) })
})

test('the case of the page is in the middle of the picture, and no two cases share a place', () => {
  const nodes = ['a', 'b', 'c', 'd'].map((case_number) => ({
    ...{ case_number, id: case_number, type: 'other' as const, status: 'received' as const },
  }))
  const edges = [
    ['a', 'b'],
    ['a', 'c'],
    ['c', 'd'],
  ].map(([from = '', to = '']) => ({ from, to, reasons: [], strength: 1 }))
  const places = placesOf({ case_number: 'a', nodes, edges })
  expect(places.get('a')).toEqual({ x: 360, y: 210 })
  expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(4)
})
