import { expect, test } from 'vitest'
import { pickMiddle, pickSubject } from './subject.ts'
import { suppress } from './suppress.ts'

const face = (left: number, height: number, confidence = 0.99) => ({
  box: { left, top: 100, width: height * 0.75, height },
  confidence,
})

test('the subject is the tallest face', () => {
  expect(pickSubject([face(0, 100), face(300, 260)]).subject?.box.height).toBe(260)
  expect(pickSubject([])).toEqual({ subject: null, others: [], bystanders: 0 })
})

test('a second face counts if its height exceeds half of the first, and its confidence is high', () => {
  expect(pickSubject([face(0, 200), face(300, 101)]).others).toHaveLength(1)
  expect(pickSubject([face(0, 200), face(300, 100)])).toMatchObject({ others: [], bystanders: 1 })
  expect(pickSubject([face(0, 200), face(300, 180, 0.8)])).toMatchObject({ others: [], bystanders: 1 })
})

test('of several boxes for one face, the box with the highest confidence is kept, and neighbouring faces are kept too', () => {
  const kept = suppress(
    [face(10, 200, 0.8), face(0, 200, 0.95), face(5, 190, 0.9), face(400, 200, 0.9)],
    0.35,
  )
  expect(kept.map(({ box, confidence }) => [box.left, confidence])).toEqual([
    [0, 0.95],
    [400, 0.9],
  ])
})

test('of a picture with several people, the face in the middle', () => {
  const picture = { width: 640, height: 400 }
  expect(pickMiddle([face(0, 200), face(230, 180), face(480, 190)], picture)?.box.left).toBe(230)
  expect(pickMiddle([], picture)).toBeUndefined()
})
