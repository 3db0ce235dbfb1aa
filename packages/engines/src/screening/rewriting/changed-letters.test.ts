import { describe, expect, test } from 'vitest'
import { rewritten } from './index.ts'
import { likelihoodOf, likelihoodOfReverse } from './likely-letters.ts'

const read = (name: string) => rewritten(name, 'individual').map((reading) => reading.toLowerCase())

describe('a name is read with', () => {
  test.each([
    ['a sign as the letter of its shape', 'Nsimba Ki^la', 'nsimba kiala'],
    ['a sign dropped from a word', 'Nsimba Ki~ala', 'nsimba kiala'],
    ['a bracket without its pair as a letter', 'Mi(hel Kiala', 'michel kiala'],
    ['a digit dropped from a word', 'Nsi7mba Kiala', 'nsimba kiala'],
    ['a digit for a space', 'Nsimba1Kiala', 'nsimba kiala'],
    ['digits as Arabic letters', '3ali 7amid', 'ali hamid'],
    ['UTF-8 in a code page of DOS', 'M├│h├ím├®d Kiala', 'móháméd kiala'],
    ['a code page of DOS in Windows-1252', 'Moham‚d Kiala', 'mohaméd kiala'],
    ['Mac Roman in Windows-1252', 'M‡lik Kiala', 'málik kiala'],
    ['the code of a character', 'Mu00f3hamed Kiala', 'móhamed kiala'],
    ['the name of a character', 'Moacutehamed Kiala', 'mohamed kiala'],
    ['each word in reverse', 'Demmahom Kilam', 'mohammed malik'],
    ['the words on a Dvorak keyboard', 'mrdamm.e manct', 'mohammed malik'],
    ['the words on an Arabic keyboard', 'ةخاشةةثي ةشمهن', 'mohammed malik'],
    ['the words on a Hebrew keyboard', 'צםישצצקג', 'mohammed'],
    ['the words on a Greek keyboard', 'μοηαμμεδ μαλικ', 'mohammed malik'],
    ['Cyrillic on Latin keys', 'Genby Dkflbvbh', 'putin vladimir'],
    ['words apart at capitals', 'JeanMukendi Kiala', 'jean mukendi kiala'],
    ['initials apart from a name', 'JCKiala Nsimba', 'jc kiala nsimba'],
    ['a known given name apart', 'mohammedkiala nsimba', 'mohammed kiala nsimba'],
    ['joined initials at its end', 'Kiala JC', 'kiala j c'],
    ['signs for vowels', 'M.h.mm.d Kl.l', 'mhmmd kll'],
    ['spaces for vowels', 'M h mm d', 'mhmmd'],
    ['Czech letters', 'Šakir Džamal', 'shakir jamal'],
    ['Polish spelling', 'Jurjewicz Kiala', 'yuryevich kiala'],
    ['Turkish letters', 'Şahin Kiala', 'shahin kiala'],
    ['the Dutch spelling of u', 'Soekarno Kiala', 'sukarno kiala'],
  ])('%s', (_what, name, expected) => expect(read(name)).toContain(expected))
})

test.each([
  'Jean-Pierre Kiala (Nsimba)',
  'Joe Kiala',
  'Joel Noel',
  'Nadia Aidan',
  'Mukendi Kalonji',
  'Smith Johnson',
  'Ngoy Mbala',
])('%s has no other reading', (name) => expect(read(name)).toEqual([]))

test('a legal form apart from the last word is a reading of a company only', () => {
  expect(rewritten('Kasai MiningLtd', 'business')).toContain('Kasai Mining Ltd')
  expect(rewritten('Kasai Marco', 'business')).toEqual([])
})

test('letters in reverse are less likely than a name', () => {
  for (const name of ['mukendi kalonji', 'vladimir petrov', 'mohammed hassan'])
    expect(likelihoodOf(name)).toBeGreaterThan(likelihoodOfReverse(name))
})
