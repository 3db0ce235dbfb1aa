import { expect, test } from 'vitest'
import { readList } from './read-list.ts'

test('names, labels in their variants, and ignored columns', () => {
  const csv =
    '\uFEFFfile_b,label,file_a,note\r\n"b, 1.jpg",same,a.jpg,x\r\nc.jpg,DIFFERENT,a.jpg,\r\nc.jpg,0,b.jpg,\r\n'
  expect(readList(csv)).toEqual({
    kind: 'pairs',
    pairs: [
      { a: 'a.jpg', b: 'b, 1.jpg', isSame: true, group: null },
      { a: 'a.jpg', b: 'c.jpg', isSame: false, group: null },
      { a: 'b.jpg', b: 'c.jpg', isSame: false, group: null },
    ],
  })
})

test('a list of photographs, with a group of each person', () => {
  expect(readList('person,group,file\namina,west,1.jpg\nbosco,,2.jpg\n')).toEqual({
    kind: 'photographs',
    photographs: [
      { file: '1.jpg', person: 'amina', group: 'west' },
      { file: '2.jpg', person: 'bosco', group: null },
    ],
  })
})

test.each([
  ['file,person\na.jpg,\n', /line 2: file and person/],
  ['file,person\na.jpg,x\na.jpg,y\n', /line 3: a.jpg is already in line 2/],
  ['file,person,group\na.jpg,x,west\nb.jpg,x,east\n', /line 3: x has two groups/],
  ['file,person,group\na.jpg,x,west\nb.jpg,x,\n', /line 3: x has two groups/],
  [`file,person\n${'a.jpg,x\n'.repeat(6_001)}`, /more than 6000 photographs/],
  ['', /no pairs/],
  ['file_a,file_b,label\n', /no pairs/],
  ['a,b,c\n1,2,3\n', /line 2: file_a and file_b/],
  ['file_a,file_b,label\nx.jpg,y.jpg,same\nx.jpg,y.jpg,perhaps\n', /line 3: label/],
  ['file_a,file_b,label\nx.jpg,y.jpg\n', /Invalid Record Length.* line 2/],
  ['file_a,file_b,label\r\n"x\r\n1.jpg",y.jpg,same\r\nx.jpg,y.jpg,perhaps\r\n', /line 4: label/],
  ['file_a,file_b,label\nx.jpg,"y\n\n.jpg",perhaps\n', /line 2: label/],
])('an error is reported with its line: %j', (csv, message) => {
  expect(() => readList(csv)).toThrow(expect.objectContaining({ code: 'file_unusable' }))
  expect(() => readList(csv)).toThrow(message)
})
