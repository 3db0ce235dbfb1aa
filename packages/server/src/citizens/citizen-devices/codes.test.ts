import { seededRandom, systemRandom } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { boundLine, codeIn, drawCode, shownCode } from './codes.ts'

test('a code has eight digits of Crockford, all of which occur', () => {
  const random = seededRandom('codes')
  const codes = Array.from({ length: 2_000 }, () => drawCode(random))
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  for (let place = 0; place < 8; place++) expect(new Set(codes.map((code) => code[place])).size).toBe(32)
  expect(new Set(codes).size).toBe(2_000)
})

test('a code is read in each form in which people write it', () => {
  const code = drawCode(systemRandom())
  expect(codeIn(shownCode(code))).toBe(code)
  expect(shownCode('K7QM2XPA')).toBe('K7QM-2XPA')
  for (const text of ['K7QM-2XPA', 'k7qm2xpa', ' k7qm 2xpa ', 'K7 QM–2X PA', 'K7QM - 2XPA'])
    expect(codeIn(text)).toBe('K7QM2XPA')
  expect(codeIn('oOiI-lL01')).toBe('00111101')
})

test.each(['', 'K7QM-2XP', 'K7QM-2XPAA', 'K7QM-2XPU', 'K7QM_2XPA', '493027'])('"%s" is no code', (text) => {
  expect(codeIn(text)).toBeNull()
})

test('the last line binds a code to the host of the app, and an address binds none', () => {
  expect(boundLine({ origin: 'https://app.nani.example' }, 'K7QM2XPA')).toBe(
    '\n\n@app.nani.example #K7QM2XPA',
  )
  expect(boundLine({ origin: 'http://localhost:4030' }, 'K7QM2XPA')).toBe('\n\n@localhost #K7QM2XPA')
  expect(boundLine({ origin: 'https://192.0.2.1:4030' }, 'K7QM2XPA')).toBe('')
})
