import { pick, type Random } from '../perturb.ts'
import { type Pools, type Trick, upTo, wordsOf } from './trick.ts'

const some = <Item>(random: Random, items: readonly Item[], count: number): Item[] =>
  Array.from({ length: count }, () => pick(random, items))
const counts = [1, 2, 3, 4, 5, 6, 8, 11, 15, 20]
const split = (text: string): string[] => text.trim().split(/\s+/)

const pools: Readonly<Record<string, readonly string[]>> = {
  'titles in Portuguese and Spanish':
    split(`Excelentíssimo Ilustríssimo Dom Dona Sr Sra Senhor Doutor Mestre Engenheiro Coronel Brigadeiro
    Deputado Ministro Presidente Señor Licenciado Ingeniero Almirante Ilustre Excmo Ilmo Comandante Padre Fray Bachiller Abogado`),
  'titles in Lingala and Swahili':
    split(`Tata Mama Papa Mokonzi Mfumu Nkolo Ndeko Molakisi Monganga Sango Mzee Bwana Bibi Ndugu Mheshimiwa
    Mwalimu Daktari Profesa Askofu Jenerali Kanali Waziri Rais Balozi Mkuu Shujaa Sheha Alhaji Mwinyi Mchungaji`),
  'titles in Arabic':
    split(`Sheikh Ustadh Duktur Muhandis Liwa Amid Aqid Muqaddam Raid Naqib Mulazim Fariq Wazir Rais Qadi Mufti Hajj Sayyid
    Sharif Amir Malik Sultan Imam Khatib Mawla Mullah Hafiz Allama Hujjat Muallim`),
  'titles in Russian':
    split(`Gospodin Doktor Professor General Polkovnik Mayor Kapitan Leytenant Ministr Prezident Deputat Akademik
    Tovarishch Komandir Ataman Knyaz Graf Otets Patriarkh Marshal Admiral Posol`),
  'trades and nationalities':
    split(`businessman trader driver farmer student commerçant ingénieur avocat Congolais Congolese Rwandais
    Angolais Syrian Libanais citizen ressortissant resident agent gérant directeur associé actionnaire client bénéficiaire`),
  places:
    split(`Kinshasa Lubumbashi Goma Bukavu Kisangani Paris Dubai Moscow Beirut Damascus Kabul Tehran Baghdad Kampala Luanda
    Brussels Nairobi Kigali Bujumbura Johannesburg`),
  numbers: ['1', '2', '3', '7', '12', '45', '100', '1960', '1975', '2020', '007'],
  'letters without full stops': [...'abcdefghijklmnopqrstuvwxyz'],
  'pairs of letters': ['A.B.', 'J.C.', 'M.K.', 'P.L.', 'J-P', 'AB', 'JC', 'MK', 'PL', 'T.S.', 'RK'],
  'short words': split('Li Wu An Bo Eva Ida Leo Tom Ben Ana Kim Lee Noa Ali Sam Max Jo Mo Ed Al'),
  'the most common given names': split(
    'Mohammed Ahmed Ali Hassan Jean Marie Joseph Pierre Paul John Maria Jose Ivan Anna Omar Ibrahim',
  ),
}

const placed = (name: string, added: readonly string[], random: Random): string => {
  const all = wordsOf(name)
  for (const word of added) all.splice(Math.floor(random() * (all.length + 1)), 0, word)
  return all.join(' ')
}

const anywhere: Trick[] = Object.entries(pools).map(([name, pool]) => ({
  family: 'more added words',
  name: `${name} anywhere`,
  most: 0.05,
  counts,
  ofTwoWords: true,
  write: (listed, random, _, count) => placed(listed, some(random, pool, count), random),
}))

type Write = (words: string[], random: Random, pools: Pools, count: number) => string
const others: Trick[] = (
  [
    [
      'titles between the two words',
      ([first, second], random, _, count) =>
        [first, ...some(random, pools['titles in Arabic']!, count), second].join(' '),
    ],
    [
      'a given name in commas',
      ([first, second], random, { given }, count) =>
        `${second}, ${some(random, given, count).join(', ')}, ${first}`,
    ],
    [
      'given names in brackets',
      ([first, second], random, { given }, count) =>
        `${first} (${some(random, given, count).join(' ')}) ${second}`,
    ],
    [
      'given names with hyphens',
      ([first, second], random, { given }, count) =>
        `${[...some(random, given, count), first].join('-')} ${second}`,
    ],
    [
      'given names with hyphens at both words',
      ([first, second], random, { given }, count) =>
        `${[...some(random, given, Math.ceil(count / 2)), first].join('-')} ${[second, ...some(random, given, count >> 1)].join('-')}`,
    ],
    [
      'one given name, many times',
      ([first, second], random, { given }, count) => {
        const name = pick(random, given)
        return [...upTo(count).map(() => name), first, ...upTo(count).map(() => name), second].join(' ')
      },
    ],
    [
      'given names as initials with a full stop, then a comma',
      ([first, second], random, _, count) =>
        `${second}, ${some(random, [...'ABCDEFGHJKLM'], count)
          .map((one) => `${one}.`)
          .join(' ')} ${first}`,
    ],
    [
      'words exchanged, among given names',
      ([first, second], random, { given }, count) =>
        placed(`${second} ${first}`, some(random, given, count), random),
    ],
    [
      'a doubled letter in each word, among given names',
      ([first, second], random, { given }, count) =>
        placed(
          [first!, second!].map((word) => word.slice(0, 2) + word.slice(1)).join(' '),
          some(random, given, count),
          random,
        ),
    ],
    [
      'the first word as an initial, among given names',
      ([first, second], random, { given }, count) =>
        placed(`${first![0]}. ${second}`, some(random, given, count), random),
    ],
    [
      'full-width letters, among given names',
      ([first, second], random, { given }, count) =>
        placed(
          `${first} ${second}`.replace(/[a-z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
          some(random, given, count),
          random,
        ),
    ],
  ] satisfies [string, Write][]
).map(([name, write]) => ({
  family: 'more added words',
  name,
  most: name.includes('initial,') ? null : 0.05,
  counts,
  ofTwoWords: true,
  write: (listed, random, of, count) => write(wordsOf(listed), random, of, count),
}))

export const moreAddedWords: readonly Trick[] = [...anywhere, ...others]
