import { expect, test } from 'vitest'
import { PairsUnreadable, readPairs } from './read-pairs.ts'

test('names, labels in their variants, and ignored columns', () => {
  const csv =
    '\uFEFFfile_b,label,file_a,note\r\n"b, 1.jpg",same,a.jpg,x\r\nc.jpg,DIFFERENT,a.jpg,\r\nc.jpg,0,b.jpg,\r\n'
  expect(readPairs(csv)).toEqual([
    { a: 'a.jpg', b: 'b, 1.jpg', isSame: true },
    { a: 'a.jpg', b: 'c.jpg', isSame: false },
    { a: 'b.jpg', b: 'c.jpg', isSame: false },
  ])
})

test.each([
  ['', /no pairs/],
  ['file_a,file_b,label\n', /no pairs/],
  ['a,b,c\n1,2,3\n', /line 2: file_a and file_b/],
  ['file_a,file_b,label\nx.jpg,y.jpg,same\nx.jpg,y.jpg,perhaps\n', /line 3: label/],
  ['file_a,file_b,label\nx.jpg,y.jpg\n', /Invalid Record Length.* line 2/],
  ['file_a,file_b,label\r\n"x\r\n1.jpg",y.jpg,same\r\nx.jpg,y.jpg,perhaps\r\n', /line 4: label/],
  ['file_a,file_b,label\nx.jpg,"y\n\n.jpg",perhaps\n', /line 2: label/],
])('an error is reported with its line: %j', (csv, message) => {
  expect(() => readPairs(csv)).toThrow(PairsUnreadable)
  expect(() => readPairs(csv)).toThrow(message)
})
