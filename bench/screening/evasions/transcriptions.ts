import { changed, type Trick, wordsOf } from './trick.ts'

type Pairs = readonly (readonly [string, string])[]

const pairsOf = (text: string): Pairs =>
  text.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split(':')
    return [from, to] as const
  })

/** Replaces the longest spelling at each place. Letters without a pair remain. */
const spelledBy = (pairs: Pairs): ((text: string) => string) => {
  const longest = [...pairs].sort(([a], [b]) => b.length - a.length)
  return (text) => {
    let spelled = ''
    for (let at = 0; at < text.length; ) {
      const pair = longest.find(([from]) => text.startsWith(from, at))
      spelled += pair?.[1] ?? text[at]
      at += pair?.[0].length ?? 1
    }
    return spelled
  }
}

const plain = /^[A-Za-z -]+$/
const words = (name: string): string => wordsOf(name.toLowerCase().replaceAll('-', ' ')).join(' ')

/** Spellings of the sounds of English lists in other languages with Latin letters. */
const orthographies: Readonly<Record<string, string>> = {
  Polish: 'sh:sz ch:cz zh:ż kh:ch j:dż y:j v:w ts:c x:ks',
  Czech: 'sh:š ch:č zh:ž kh:ch j:dž y:j w:v x:ks ts:c',
  Turkish: 'sh:ş ch:ç j:c w:v kh:h q:k x:ks gh:ğ zh:j ph:f ee:i oo:u th:t',
  Azerbaijani: 'sh:ş ch:ç j:c w:v kh:x x:ks a:ə ee:i oo:u',
  Hungarian: 'sh:s ss:ssz s:sz ch:cs zh:zs j:dzs y:j ts:c w:v kh:h',
  Dutch: 'sh:sj ch:tsj oo:oe ou:oe u:oe j:dj y:j kh:ch zh:zj ee:ie',
  German: 'sh:sch ch:tsch zh:sch kh:ch j:dsch y:j v:w ts:z oo:u ee:i z:s',
  Spanish: 'sh:ch j:y h:j ki:qui ke:que k:c z:s wa:gua w:u kh:j oo:u ee:i ph:f y:i',
  Portuguese: 'sh:x ch:tch ki:qui ke:que k:c w:u oo:u ee:i y:i kh:c j:dj',
  Italian: 'sh:sci j:gi ki:chi ke:che k:c y:i w:u ch:ci x:ss ph:f kh:c oo:u ee:i',
  Romanian: 'sh:ș ch:ci j:gi ts:ț w:v y:i kh:h oo:u ee:i',
  French: 'sh:ch ch:tch oo:ou u:ou j:dj w:ou ee:i kh:kh y:i',
  'Indonesian, old spelling': 'j:dj y:j ch:tj sh:sj u:oe kh:ch',
  'Somali, by letters': 'kh:kh ha:xa he:xe hi:xi ho:xo hu:xu ee:ii oo:uu',
  Albanian: 'sh:sh ch:ç j:xh zh:zh kh:h y:j ts:c gj:gj q:k',
  Croatian: 'sh:š ch:č zh:ž j:dž y:j kh:h ts:c w:v x:ks',
  Latvian: 'sh:š ch:č zh:ž j:dž y:j kh:h ts:c w:v x:ks oo:ū ee:ī',
  'Scientific transliteration': 'sh:š ch:č zh:ž kh:x j:ǧ gh:ġ th:ṯ dh:ḏ ts:c ya:ja yu:ju y:y',
  'Vietnamese letters': 'd:đ a:ă o:ơ u:ư e:ê',
}

/** Letters of another script by their sound, as its readers write foreign names. */
const scripts: Readonly<Record<string, string>> = {
  Georgian:
    'a:ა b:ბ g:გ d:დ e:ე v:ვ z:ზ t:თ i:ი k:კ l:ლ m:მ n:ნ o:ო p:პ zh:ჟ r:რ s:ს u:უ f:ფ kh:ხ gh:ღ q:ყ sh:შ ch:ჩ ts:ც dz:ძ j:ჯ h:ჰ y:ი w:ვ x:ქს c:კ',
  Armenian:
    'a:ա b:բ g:գ d:դ e:ե z:զ t:տ zh:ժ i:ի l:լ kh:խ k:կ h:հ gh:ղ ch:չ m:մ y:յ n:ն sh:շ o:ո p:պ j:ջ r:ր s:ս v:վ ts:ց u:ու f:ֆ w:վ q:ք c:կ x:քս th:թ',
  Hebrew:
    'sh:ש ch:צ kh:ח ts:צ th:ת ph:פ a:א i:י o:ו u:ו e: b:ב g:ג d:ד h:ה v:ו w:ו z:ז t:ט y:י k:ק l:ל m:מ n:נ s:ס p:פ f:פ r:ר j:ג c:ק q:ק x:קס',
  'Arabic, vowels written':
    'th:ث sh:ش kh:خ dh:ذ gh:غ ch:تش ou:و oo:و ee:ي u:و o:و i:ي a:ا e:ي b:ب t:ت j:ج h:ه d:د r:ر z:ز s:س f:ف q:ق k:ك l:ل m:م n:ن w:و y:ي v:ف p:ب g:غ c:ك x:كس',
  'Arabic, few vowels':
    'th:ث sh:ش kh:خ dh:ذ gh:غ ch:تش ou:و oo:و ee:ي u: o:و i:ي a: e: b:ب t:ت j:ج h:ح d:د r:ر z:ز s:س f:ف q:ق k:ك l:ل m:م n:ن w:و y:ي v:ف p:ب g:غ c:ك x:كس',
  Greek:
    'sh:σ ch:τσ kh:χ zh:ζ ts:τσ th:θ ph:φ ou:ου oo:ου u:ου j:τζ b:μπ d:ντ g:γκ a:α e:ε i:ι o:ο k:κ l:λ m:μ n:ν p:π r:ρ s:σ t:τ f:φ v:β w:ου x:ξ y:γι z:ζ h:χ c:κ q:κ',
  'Cyrillic, Ukrainian':
    'shch:щ zh:ж kh:х ts:ц ch:ч sh:ш yu:ю ya:я ye:є yi:ї a:а b:б v:в g:ґ d:д e:е z:з i:і y:й k:к l:л m:м n:н o:о p:п r:р s:с t:т u:у f:ф h:г c:к j:дж q:к w:в x:кс',
  'Cyrillic, Serbian':
    'zh:ж kh:х ts:ц ch:ч sh:ш a:а b:б v:в g:г d:д e:е z:з i:и y:ј k:к l:л m:м n:н o:о p:п r:р s:с t:т u:у f:ф h:х c:к j:џ q:к w:в x:кс',
}

const orthographyTricks: Trick[] = Object.entries(orthographies).map(([name, table]) => {
  const spell = spelledBy(pairsOf(table))
  return {
    family: 'transcriptions',
    name: `${name} spelling`,
    most: 0.05,
    write: (listed) => (plain.test(listed) ? changed(words(listed), spell(words(listed))) : null),
  }
})

const scriptTricks: Trick[] = Object.entries(scripts).map(([name, table]) => {
  const spell = spelledBy(pairsOf(table))
  const isGreek = name === 'Greek'
  const isArabic = name.startsWith('Arabic')
  return {
    family: 'transcriptions',
    name: `${name} letters by sound`,
    most: name.startsWith('Arabic') || name === 'Hebrew' ? 0.2 : name === 'Greek' ? 0.3 : 0.05,
    write: (listed) => {
      if (!plain.test(listed)) return null
      const spelled = words(listed)
        .replace(/\bal /g, isArabic ? 'Al' : 'al ')
        .replace(/\b[aeiou]+/g, (vowels) => (isArabic ? 'A' : name === 'Hebrew' ? 'H' : vowels))
      const text = spell(spelled).replaceAll('Al', 'ال').replaceAll('A', 'ا').replaceAll('H', 'א')
      return isGreek ? text.replace(/σ(?= |$)/g, 'ς') : text
    },
  }
})

const kana: Readonly<Record<string, string>> = Object.fromEntries(
  (
    ':アイウエオ k:カキクケコ s:サシスセソ t:タティトゥテト n:ナニヌネノ h:ハヒフヘホ m:マミムメモ y:ヤイユイェヨ r:ラリルレロ l:ラリルレロ ' +
    'w:ワウィウウェウォ g:ガギグゲゴ z:ザジズゼゾ d:ダディドゥデド b:バビブベボ p:パピプペポ v:ヴァヴィヴヴェヴォ j:ジャジジュジェジョ ' +
    'f:ファフィフフェフォ sh:シャシシュシェショ ch:チャチチュチェチョ kh:ハヒフヘホ q:カキクケコ c:カキクケコ x:クサクシクスクセクソ'
  )
    .split(' ')
    .map((row) => row.split(':') as [string, string]),
)
const smallKana = /.[ァィゥェォャュョ]?/gu
const inKana = (word: string): string =>
  word
    .replace(/([bcdfgjkpqrstvz])\1/g, 'っ$1')
    .replace(
      /(sh|ch|kh|[bcdfghjklmnpqrstvwxyz]?)([aeiou])|(sh|ch|kh|[bcdfghjklmpqrstvwxyz])|n/g,
      (all, onset, vowel, alone) => {
        if (all === 'n') return 'ン'
        const row = (kana[onset ?? alone] ?? '').match(smallKana) ?? []
        const at = alone === undefined ? 'aiueo'.indexOf(vowel) : alone === 't' || alone === 'd' ? 4 : 2
        return row[onset === 'x' ? at : at] ?? ''
      },
    )
    .replaceAll('っ', 'ッ')

const consonants = pairsOf(
  'kh:ख gh:घ ch:च sh:श th:थ dh:ध ph:फ bh:भ k:क g:ग j:ज t:त d:द n:न p:प b:ब m:म y:य r:र l:ल v:व w:व s:स h:ह f:फ़ z:ज़ q:क़ c:क x:क्स',
)
const matras: Readonly<Record<string, readonly [sign: string, letter: string]>> = {
  aa: ['ा', 'आ'],
  a: ['', 'अ'],
  i: ['ि', 'इ'],
  ee: ['ी', 'ई'],
  u: ['ु', 'उ'],
  oo: ['ू', 'ऊ'],
  e: ['े', 'ए'],
  o: ['ो', 'ओ'],
}
const inDevanagari = (word: string): string => {
  let text = ''
  let isAfterConsonant = false
  for (let at = 0; at < word.length; ) {
    const vowel = ['aa', 'ee', 'oo', 'a', 'i', 'u', 'e', 'o'].find((one) => word.startsWith(one, at))
    if (vowel !== undefined) {
      text += matras[vowel]![isAfterConsonant ? 0 : 1]
      at += vowel.length
      isAfterConsonant = false
      continue
    }
    const pair = consonants.find(([from]) => word.startsWith(from, at))
    if (isAfterConsonant) text += '्'
    text += pair?.[1] ?? ''
    isAfterConsonant = true
    at += pair?.[0].length ?? 1
  }
  return text
}

const bySyllable = (name: string, most: number, write: (word: string) => string, blank = ' '): Trick => ({
  family: 'transcriptions',
  name: `${name} by sound`,
  most,
  write: (listed) => (plain.test(listed) ? words(listed).split(' ').map(write).join(blank) : null),
})

const pinyin =
  /^(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?[aeiou]{1,3}(?:ng?)?(?:(?:zh|ch|sh|[bpmfdtlgkhjqxzcsyw])[aeiou]{1,3}(?:ng?)?)?$/
const wadeGiles = spelledBy(
  pairsOf("zh:ch ch:ch' b:p p:p' d:t t:t' g:k k:k' j:ch q:ch' x:hs z:ts c:ts' r:j ng:ng ong:ung ian:ien"),
)
const isChinese = (name: string): boolean =>
  /^(?:li|wang|zhang|liu|chen|yang|zhao|huang|zhou|wu|xu|sun|hu|zhu|gao|lin|he|guo|ma|luo|liang|song|zheng|xie|han|tang|feng|yu|dong|xiao|cheng|cao|yuan|deng|fu|shen|zeng|peng|lu|su|jiang|cai|jia|ding|wei|xue|ye|yan|pan|du|dai|xia|zhong|tian|ren|fan|fang|shi|yao|tan|zou|xiong|jin|hao|kong|bai|cui|kang|mao|qiu|qin|gu|hou|shao|meng|long|wan|duan|qian|yin|qi|dan)\b/.test(
    words(name),
  ) &&
  words(name)
    .split(' ')
    .every((word) => pinyin.test(word))

const eastAsian: Trick[] = [
  {
    family: 'transcriptions',
    name: 'Wade-Giles for Pinyin',
    most: 0.2,
    write: (name) =>
      isChinese(name) ? changed(words(name), words(name).split(' ').map(wadeGiles).join(' ')) : null,
  },
  {
    family: 'transcriptions',
    name: 'Wade-Giles without apostrophes',
    most: 0.2,
    write: (name) =>
      isChinese(name)
        ? changed(words(name), words(name).split(' ').map(wadeGiles).join(' ').replaceAll("'", ''))
        : null,
  },
  {
    family: 'transcriptions',
    name: 'other Korean spellings',
    most: 0.2,
    write: (name) => {
      if (
        !/^(?:kim|ri|pak|choe|jo|jang|han|so|o|kang|yun|sin|an|hong|ju|hwang|song|ryu|jon|ko|mun|yang|son|pae|paek|ho|nam|sim|no|ha|kwak|cha|chu|u|ku|min|na|chin|om|chae|won|chon|pang|kong|hyon|ham)\b/i.test(
          name,
        )
      )
        return null
      const spell = spelledBy(
        pairsOf(
          'kim:gim ri:lee pak:park choe:choi jo:cho jang:chang jong:jeong chol:cheol song:seong yong:yeong un:eun hyok:hyeok myong:myeong hyon:hyeon sok:seok kyong:gyeong so:seo o:oh kang:gang',
        ),
      )
      return changed(
        words(name),
        words(name)
          .split(' ')
          .map((word) => {
            const spelled = spell(word)
            return spelled
          })
          .join(' '),
      )
    },
  },
]

export const transcriptions: readonly Trick[] = [
  ...orthographyTricks,
  ...scriptTricks,
  bySyllable('Katakana', 0.3, inKana, '・'),
  bySyllable('Devanagari', 0.2, inDevanagari),
  ...eastAsian,
]
