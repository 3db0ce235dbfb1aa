import { expect, test } from 'vitest'
import { hintOf, measure, type Pixels } from './face-hints.ts'

/** A picture of one light, with stripes that differ by `contrast`. */
const picture = (light: number, contrast: number): Pixels => {
  const [width, height] = [40, 40]
  const data = Array.from({ length: width * height }, (_, at) => {
    const value = light + (at % 2 === 0 ? contrast : -contrast)
    return [value, value, value, 255]
  }).flat()
  return { data, width, height }
}
const hint = (light: number, contrast: number, faces: number | null = null) =>
  hintOf(measure(picture(light, contrast)), faces)

test('the light of the picture decides first', () => {
  expect(hint(20, 10)).toBe('too_dark')
  expect(hint(240, 10)).toBe('too_bright')
  expect(hint(20, 10, 2)).toBe('too_dark')
})

test('where the browser counts faces, there must be one', () => {
  expect(hint(120, 10, 0)).toBe('no_face')
  expect(hint(120, 10, 2)).toBe('several_faces')
  expect(hint(120, 10, 1)).toBe('good')
})

test('a picture without detail is blurred, and one with detail is good', () => {
  expect(hint(120, 0)).toBe('blurred')
  expect(hint(120, 10)).toBe('good')
})

test('light is measured in the middle, where the face is', () => {
  const framed = picture(120, 0)
  const data = [...framed.data]
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % 40, Math.floor(at / 160)]
    if (x < 9 || x > 31 || y < 7 || y > 33) data[at] = data[at + 1] = data[at + 2] = 255
  }
  expect(measure({ ...framed, data }).light).toBeCloseTo(120, 0)
})
