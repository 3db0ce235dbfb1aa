import { describe, expect, test } from 'vitest'
import { rewritten } from './index.ts'
import { onOtherKeyboard } from './keyboard.ts'

const read = (name: string) => rewritten(name, 'individual').map((reading) => reading.toLowerCase())

describe('letters of other scripts are read by their shape', () => {
  test.each([
    ['Cyrillic letters among Latin ones', 'Nѕimbа Kiаlа', 'nsimba kiala'],
    ['Cyrillic letters alone', 'РОСА САМАТА', 'poca camata'],
    ['Greek letters among Latin ones', 'Νsιmbα Κιαlα', 'nsimba kiala'],
    ['Armenian letters among Latin ones', 'Nsimbա Kiալա', 'nsimba kiaլa'],
    ['Cherokee letters alone', 'ᎪᏞᎪ ᏦᎥᎪᏞᎪ', 'ala kiala'],
    ['Lisu letters alone', 'ꓠꓢꓟꓐꓮ ꓗꓮꓡꓮ', 'nsmba kala'],
    ['Canadian syllabics', 'ᑎᔕIᗰᗷᗩ KIᗩᒪᗩ', 'nsimba kiala'],
    ['decorated letters among Latin ones', 'MЦЯA Kiala', 'mura kiala'],
    ['letters in squares', '🅺🅸🅰🅻🅰 Nsimba', 'kiala nsimba'],
    ['letters upside down', 'uɐɯɹǝɥ', 'herman'],
    ['some letters upside down, among them n and u', 'nuɹu Kiala', 'unrn kiala'],
    ['a name upside down', 'ɐlɐᴉʞ', 'kiala'],
  ])('%s', (_what, name, expected) => {
    expect(read(name)).toContain(expected)
  })

  test.each([
    ['a Cyrillic name', 'Андрей Каленга'],
    ['a Greek name', 'Γεώργιος Δημητρίου'],
    ['a name of the Cherokee syllabary', 'ᏣᎳᎩ ᏍᏏᏉᏯ'],
    ['a Cyrillic name with one wrong key', 'Андрей Калeнгa Юрьевич'],
    ['a Japanese name in two scripts', 'さくら 田中'],
    ['an African letter', 'Kɔfi Ɛsi'],
  ])('%s is not read as a Latin one', (_what, name) => {
    expect(read(name).filter((reading) => /^[a-z ]+$/.test(reading) && !reading.includes('cfi'))).toEqual([])
  })
})

describe('digits and signs are read as letters, in words that have letters too', () => {
  test.each([
    ['digits', 'N51mb4 M6uta', 'nsimba mguta'],
    ['signs', 'N$imb@ Ki@l@', 'nsimba kiala'],
    ['a word of digits alone, with another word', '411 N5imba', 'ali nsimba'],
    ['a capital I for an l', 'KaIaIa Nsimba', 'ka1a1a nsimba'],
    ['a small l for an I', 'lbrahim Kiala', '1brahim kiala'],
    ['the signs # and +', 'Na#um Ma+ondo', 'nahum matondo'],
    ['numbers after words', 'Nsimba1 Kiala2', 'nsimba kiala'],
  ])('%s', (_what, name, expected) => {
    expect(read(name)).toContain(expected)
  })

  test.each(['Alain Elisabeth', 'Kiala 44', "Al-Amin N'Goma", 'KIALA, Nsimba', 'AL-KIALA, Ali'])(
    '%s remains as it is',
    (name) => {
      expect(read(name)).toEqual([])
    },
  )
})

describe('text in a wrong encoding is decoded', () => {
  const utf8 = (name: string) => new TextEncoder().encode(name)
  test.each(['latin1', 'windows-1252', 'windows-1251', 'macintosh'])('%s', (encoding) => {
    const name = 'Móïse Kâbäla Жан'
    const bytes = utf8(name)
    const wrong =
      encoding === 'latin1' ? Buffer.from(bytes).toString('latin1') : new TextDecoder(encoding).decode(bytes)
    expect(rewritten(wrong, 'individual')).toContain(name)
  })

  test('also if the error was repeated', () => {
    const once = Buffer.from('Móïse Kabala').toString('latin1')
    expect(rewritten(Buffer.from(once).toString('latin1'), 'individual')).toContain('Móïse Kabala')
  })

  test.each(['JOÃO ÂNGELO', 'Ñuñez Åkesson', 'Жан Каленга', 'محمد علي'])('%s is no such text', (name) => {
    expect(rewritten(name, 'individual')).toEqual([])
  })
})

describe('the other keyboard', () => {
  test.each([
    ['Mohqmmed Hqssqn', 'mohammed hassan'],
    ['Kiqlq Nsi,bq', 'kiala nsi,ba'],
    ['Qhmed Wqwq', 'ahmed zaza'],
    ['Kiqlq ,uhq,,qd', 'kiala muhammad'],
    ['лшфдф тышьиф', 'kiala nsimba'],
  ])('%s', (name, expected) => expect(read(name)).toContain(expected))

  test.each(['Андрей Каленга', 'Хрущёв Пётр', 'Юрий Жуков'])(
    '%s is no Latin name on a Russian keyboard',
    (name) => {
      expect(read(name)).toEqual([])
    },
  )

  test.each(['Iqbal Tariq', 'Qasim Raqqa', 'Jacques Quentin', 'Aqsa Waqf', 'Kalaqmba Nsimba'])(
    '%s has a q in its place',
    (name) => {
      expect(onOtherKeyboard(name)).toEqual([])
    },
  )
})

describe('initials written as one word', () => {
  test.each([
    ['JC Juncker', 'j c juncker'],
    ['AO Hassan Kiala', 'a o hassan kiala'],
    ['mg reza', 'm g reza'],
  ])('%s', (name, expected) => expect(read(name)).toContain(expected))

  test.each(['Li Wei', 'LI Wei', 'Dr Kiala', 'AL Hassan Kiala', 'Jean Ba Kiala'])('%s has none', (name) => {
    expect(read(name)).toEqual([])
  })

  test('a company has none', () => expect(rewritten('JC Kiala', 'business')).toEqual([]))
})

describe('a name in the reading of another language', () => {
  test.each([
    ['Chinese characters in Korean', '金正恩', '김정은'],
    ['another surname', '李 明博', '이명박'],
    ['Chinese characters in Cantonese', '曾蔭權', 'tsang yam kuen'],
    ['a long o across two characters', '太田太郎', 'ota taro'],
    ['a Japanese name with kana', '高市さくら', 'takaichi さくら'],
    ['Arabic letters of Persian sounds', 'رضا', 'رزا'],
    ['Greek digraphs of a foreign name', 'Μπακάρ Ντιαλό', 'bακαρ dιαλο'],
  ])('%s', (_what, name, expected) => expect(read(name)).toContain(expected))

  test.each(['習近平王五', '々木', 'Κίμων'])('%s has none', (name) => expect(read(name)).toEqual([]))
})

test('abd with cl for d is read as abd, because words with it are divided', () => {
  expect(read('Abclulkareern Kiala')).toContain('abdulkareem kiala')
})

test('of too many readings, those by one rule come before those by two', () => {
  expect(read('JC K1qlq Nѕirnbq lbrqhim')).toContain('j c k1qlq nѕirnbq lbrqhim')
})

test('the number of readings is bounded', () => {
  expect(rewritten('Ѕ1mb4 qhmеd Ãƒ³ ʞɐɯ lBC JC W1lI', 'individual').length).toBeLessThanOrEqual(8)
})
