import { describe, expect, test } from 'vitest'
import type { IndexedEntry, ScreenedSubject } from '../subject.ts'
import { prepareEntry, prepareSubject, scoreEntry } from './score-entry.ts'

const threshold = 0.8
type Kind = ScreenedSubject['kind']

const scoreOf = (name: string, listed: string, kind: Kind = 'individual'): number => {
  const subject: ScreenedSubject = {
    kind,
    names: [name],
    birthDate: null,
    gender: null,
    nationalities: [],
    identifiers: [],
  }
  const entry: IndexedEntry = {
    entryId: 1,
    list: 0,
    kind,
    names: [{ name: listed, kind: 'primary', script: 'Latn' }],
    birthDates: [],
    genders: [],
    nationalities: [],
    identifiers: [],
  }
  return scoreEntry(prepareSubject(subject), prepareEntry(entry))?.matchScore ?? 0
}

const twice = (words: string) => words.replace(/\S+/g, '$& $&')
/** With each added word twice, these are 23 words. */
const amidTwice = `Nsimba ${twice('Henri Odette Walter Ingrid Pascal')} Mulumba ${twice('Bruno Celia Greta Felix Oscar')} Kiala`

describe('one name, written in another way', () => {
  test.each([
    ['rn for m', 'Kasornbola Marnbo', 'Kasombola Mambo'],
    ['vv for w and cl for d', 'Mvvarnba Claniel', 'Mwamba Daniel'],
    ['a digit that is an i or an l', 'K1a1a Nz1mb1', 'Kiala Nzimbi'],
    ['a given name before the first word', 'jeanmudacumura sylvestre', 'Mudacumura Sylvestre'],
    ['a given name after the first word', 'mudacumuraodette sylvestre', 'Mudacumura Sylvestre'],
    ['a given name at every word', 'jeanmudacumura odettesylvestre', 'Mudacumura Sylvestre'],
    ['words that are cut at five letters', 'Mudac Sylve', 'Mudacumura Sylvestre'],
    ['words that are cut, and a shorter one', 'Mudac Ali Sylve', 'Mudacumura Ali Sylvestre'],
    ['a letter twice', 'Mudacumurra Sylvestre', 'Mudacumura Sylvestre'],
    ['a Chinese x that is heard as s', 'Si Jianguo', 'XI, Jianguo'],
    ['joined initials', 'SB Mudacumura', 'Sylvestre Bosco Mudacumura'],
    ['a title that is also a name', 'Prince Sylvestre Mudacumura', 'Mudacumura Sylvestre'],
    ['a generation', 'Sylvestre Mudacumura fils', 'Mudacumura Sylvestre'],
    ['a degree', 'Sylvestre Mudacumura, MBA OBE', 'Mudacumura Sylvestre'],
    ['a name that is also a title', 'Prince Mudacumura', 'MUDACUMURA, Prince'],
    ['the simplified form of a Chinese character', '习近平', '習近平'],
    ['Chinese characters in Korean', '金正恩', 'KIM JONG UN'],
    ['Chinese characters in Cantonese', '陳嘉華', 'CHAN Ka Wah'],
    ['Chinese characters in Japanese', '安倍晋三', 'ABE SHINZO'],
    ['a Japanese name whose given name no dictionary has', '中村晋三', 'NAKAMURA Shinzo'],
    ['a Japanese surname of three characters', '中曽根早苗', 'Sanae Nakasone'],
    ['a Korean name in the spelling of the North', '김택수', 'KIM THAEK SU'],
    ['Allah as a word of its own', 'هداية الله رشيد', 'Hidayatullah Rashid'],
    ['Allah after a servant', 'عبد الله رشيد', 'Abd Allah Rashid'],
    ['Allah in Urdu', 'ثناء اللہ کریمی', 'Sanaullah Karimi'],
    ['the article before an emphatic h', 'عبد الحميد رشيد', 'Abdul Hamid Rashid'],
    ['Arabic letters in Persian', 'فاضل رضا رمضانی', 'Fazel Reza Ramazani'],
    ['a soft c', 'جمال لونيسي', 'Djamel Lounici'],
    ['a short word with a final h', 'طه ياسين رشيد', 'Taha Yassin Rashid'],
    ['a Korean name with a final g', '오극렬', 'O KUK RYOL'],
    ['Salah al-Din among given names', 'Henri Odette Salah al-Din Pascal', 'Salah al-Din'],
    ['a name of three words among five others, each twice', amidTwice, 'Nsimba Mulumba Kiala'],
    ['a word twice among words that are twice', `Nsimba ${amidTwice}`, 'Nsimba, Nsimba'],
    ['a title and one name', 'General Mokili', 'MOKILI, General'],
    ['a title and one name among given names', 'Odette Pascal General Mokili', 'MOKILI, General'],
    ['the same with a further title', 'Odette Pascal General Major Mokili', 'MOKILI, General'],
    ['the same in the other order', 'Odette Mokili General Pascal', 'MOKILI, General'],
    ['two words of a long listed name', 'Kiala Nsimba', 'Nsimba Odette Mulumba Kiala Pascal'],
    ['a common and a rare word of it', 'Kiala Ali', 'Ali Odette Mulumba Kiala Pascal'],
    ['two common words that begin it', 'Mohamed Ahmed', 'Mohamed Ahmed Hassan Ali Ibrahim'],
    ['two common words that end it', 'Ali bin Ibrahim', 'Mohamed Ahmed Hassan Ali Ibrahim'],
    ['a given name and the family name of it', 'Hassan al-Ibrahim', 'Hassan Ahmed bin Mohamed al-Ibrahim'],
    ['two common words of a name, among given names', 'Ali Ahmed Hassan Mohamed Ibrahim', 'Ali Hassan'],
    ['the same in the other direction', 'Ali Hassan', 'Ali Ahmed Hassan Mohamed Ibrahim'],
    ['the same in another spelling, among given names', 'Mohamed Aly Omar Hasan Ibrahim', 'Ali Hassan'],
    ['the same in another order', 'Mohamed Hasan Omar Ali Ibrahim', 'Aly Hassan'],
    ['the same in another language', 'Martinez Vega Juan Jose', 'John Martinez'],
    ['a name of Arabic origin in Swahili', 'Athumani Ramadhani', 'Othman Ramadan'],
    ['a name of the Bible in Swahili', 'Yohana Petelo Kiala', 'Jean Pierre Kiala'],
    ['a patronymic in Belarusian', 'Mokilin Siarhei Yaugenavich', 'Mokilin Sergey Evgenyevich'],
    ['a short form', 'Kostya Mokilin', 'Konstantin Mokilin'],
    ['a Korean name in a customary spelling', '유승민', 'Yoo Seong-min'],
  ])('%s', (_what, name, listed) => {
    expect(scoreOf(name, listed)).toBeGreaterThanOrEqual(threshold)
  })

  test.each([
    ['a number of two words', 'Brigade Fourty-four', '44th Brigade'],
    ['a number in French', 'Brigade quarante-quatre', 'Brigade 44'],
    ['a Roman number', 'Kiala Holding XIV', 'Kiala Holding 14'],
    ['an ordinal', '5th Mokili Brigade', 'Fifth Mokili Brigade'],
  ])('of an organization: %s', (_what, name, listed) => {
    expect(scoreOf(name, listed, 'business')).toBeGreaterThanOrEqual(0.85)
  })
})

describe('another name', () => {
  test.each([
    ['the ending of a surname', 'Anna Johnson', 'Anna John'],
    ['a short word in a long one', 'Alimata Kiala', 'Ali Kiala'],
    ['one word cut, and another that differs', 'Mudac Pierre', 'Mudacumura Sylvestre'],
    ['words cut at different lengths', 'Mudac Sylvest', 'Mudacumura Sylvestre'],
    ['a Chinese character of the same sound', '高石早苗', '高市早苗'],
    ['a Japanese surname of other characters', '高田早苗', 'Sanae Takaichi'],
    ['an Arabic surname that begins like the article', 'علوش رشيد', 'al-Wash Karim'],
    ['two Arabic words with the consonants of one word', 'Ganga Odette Kiala Walter', 'جانان آغا'],
    [
      'Arabic words that are no neighbours, with the consonants of one word',
      'دعاء مصعب أبا الخيل',
      'KHALID, Abu',
    ],
    ['a name with Allah, without its h', 'Mital', 'مطيع الله'],
    ['Ali in Arabic', 'ايمان آل علي', 'ULLAH, Aman'],
    ['a Japanese name in Cantonese', '涼平 加藤', 'TANG, Ping-keung'],
    [
      'Ali, which is not the article',
      'Salah Ben Ali Ben Kassim Al-Mokili',
      'Salah Ben Murad Ben Kassim Al-Mokili',
    ],
    ['two common words of a listed name, spelled otherwise', 'Aly Hasan', 'Ali Ahmed Hassan Mohamed Ibrahim'],
    ['two of its last words, with another between', 'Ahmad Aly', 'Mohamed Ahmed Hassan Ali'],
    ['its family name before its given name', 'Ebrahim Hasan', 'Hassan Ahmed bin Mohamed al-Ibrahim'],
    ['two common words that begin it, exchanged', 'Ahmad Mohammed', 'Mohamed Ahmed Hassan Ali Ibrahim'],
    ['two common words of another language', 'John Martinez', 'Martinez Vega Juan Jose'],
    ['other names between a title and a name', 'General Odette Pascal Mokili', 'MOKILI, General'],
    ['a title among names that is not next to the name', 'Odette General Pascal Mokili', 'MOKILI, General'],
    ['a name of one written word, among others', 'Henri Odette Salahuddin Pascal', 'Salahuddin'],
    [
      'father and son exchanged in a longer name',
      'Karim bin al-Amin al-Masri',
      'Odette al-Amin bin Karim al-Masri',
    ],
    ['Korean syllables that are parts of a longer name', '무웅 이', 'YI, U Khin Maung'],
    ['Abdul in place of another name', 'Sayed Mohammad Abdul Agha', 'Sayed Mohammad Azim Agha'],
  ])('%s', (_what, name, listed) => {
    expect(scoreOf(name, listed)).toBeLessThan(threshold)
  })

  test.each([
    ['another Roman number', 'Delta Mokili II', 'Delta Mokili III'],
    ['another number', 'Factory 145', 'Factory 144'],
  ])('of an organization: %s', (_what, name, listed) => {
    expect(scoreOf(name, listed, 'business')).toBeLessThan(threshold)
  })
})

test.each([
  ['Kiala Nsimba', 'Henri Nsimba Odette Kiala Walter'],
  ['Salah Ben Ali Ben Kassim Al-Mokili', 'Salah Ben Murad Ben Kassim Al-Mokili'],
  ['Nureddin Walter Mokili', 'Nureddin'],
  ['Anselme Odette Mokili Kiala', 'Anselme Mokili'],
])('%s and %s have one score in both directions', (one, other) => {
  expect(scoreOf(one, other)).toBe(scoreOf(other, one))
})
