import { pick, type Random } from '../perturb.ts'
import { changed, type Trick, wordsOf } from './trick.ts'

const table = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    text
      .split(';')
      .map((line) => line.trim().split(/\s+/))
      .map(([name = '', ...short]) => [name, short] as const),
  )

/** Familiar forms by the given name. Written down from general knowledge before any of them was tried. */
const familiar: Readonly<Record<string, ReadonlyMap<string, readonly string[]>>> = {
  English:
    table(`william bill will billy liam; robert bob rob bobby; richard rick dick ricky; james jim jimmy jamie; john jack johnny;
    michael mike mick mickey; david dave davy; thomas tom tommy; charles charlie chuck; joseph joe joey; daniel dan danny;
    matthew matt; anthony tony; steven steve; edward ed eddie ned ted; george georgie; kenneth ken kenny; andrew andy drew;
    samuel sam sammy; benjamin ben benny; christopher chris; patrick paddy pat; peter pete; francis frank; elizabeth liz betty beth;
    margaret maggie peggy meg; catherine kate cathy katie; susan sue susie; alexander alex sandy; victor vic; martin marty;
    nicholas nick; timothy tim; gerald gerry jerry; lawrence larry; leonard leo len; philip phil; raymond ray; ronald ron ronnie;
    donald don donnie; albert al bert bertie; frederick fred freddy; harold harry hal; henry hank harry; walter walt wally`),
  Russian:
    table(`alexander sasha shura sanya; aleksandr sasha shura sanya; vladimir vova volodya; dmitry dima mitya; dmitriy dima mitya;
    mikhail misha mishka; ivan vanya vanka; nikolai kolya; nikolay kolya; sergei seryozha seryoga; sergey seryozha serezha;
    evgeny zhenya; evgeniy zhenya; yevgeny zhenya; yuri yura; yuriy yura; pavel pasha; andrei andryusha; andrey andryukha;
    alexey lyosha alyosha; aleksey lyosha alyosha; konstantin kostya; viktor vitya; victor vitya; boris borya; grigory grisha;
    leonid lyonya; oleg olezhka; igor igorek; anatoly tolya; vyacheslav slava; vladislav vlad slava; viktoria vika; anna anya;
    ekaterina katya; olga olya; tatiana tanya; natalia natasha; elena lena; maria masha; irina ira; svetlana sveta`),
  'French and Congolese':
    table(`jean jeannot; pierre pierrot; joseph jos jojo zozo; jacques jacquot; louis loulou petit-louis; charles charlot;
    michel mimi; andre dede; daniel dany; robert bob; emmanuel manu; antoine toni titi; alexandre alex; christophe chris totof;
    francois fanfan francky; patrice pat; patrick pat; laurent lolo; augustin gus; martin tintin; sebastien seb; frederic fred;
    philippe phil; dominique dodo domi; therese tete; marie mamie maya; joseph zef; mathieu matt; vincent vince; bernard nanard;
    gabriel gaby; gerard gege; jerome gerome; nicolas nico; thomas tom; benjamin ben`),
  Arabic:
    table(`mohammed mo hamoudi mimo hamada; mohamed mo hamoudi midou; muhammad mo hamada; ahmed hamada ahmado mido; abdullah abdo aboudi;
    abdul abdo; mahmoud hamouda mido; mustafa mostafa sasa; ibrahim brahim ibra hima; khalid khalloud; yousef jojo; hassan hassouna;
    hussein hassoun; ali alloush allawi; omar amoura; said saidou; salim salouma; hamid hamoud; fatima fatouma batoul fifi;
    karim karimou krimo; rachid rachidou; nasser nassour; samir sami sammour; jamal jimmy; tariq tarrouq; bilal bilou`),
  'Spanish and Portuguese':
    table(`jose pepe chepe zeca ze; francisco paco pancho chico kiko; jesus chuy chucho; juan juanito; ignacio nacho;
    manuel manolo; enrique quique kike; guillermo memo; eduardo lalo dudu; luis lucho luisito; rafael rafa; alberto beto; roberto beto;
    alejandro alex jandro; antonio tono toninho; carlos charly carlitos; fernando nando; ricardo richi cacho; miguel migue;
    pedro perico; joaquin quino; vicente chente; salvador chava; gonzalo gonza; hector tito; maria mari; rosario charo; dolores lola;
    jorge coque; joao joaozinho; sergio checo; jaime jimmy; javier javi; arturo turo; mario mayito; oscar cacho`),
}

const withNickname =
  (names: ReadonlyMap<string, readonly string[]>) =>
  (listed: string, random: Random): string | null => {
    const words = wordsOf(listed)
    // Of one further name only, a family name says nothing.
    if (words.length < 2) return null
    const at = words.findIndex((word) => names.has(word.toLowerCase()))
    return at < 0 ? null : words.with(at, pick(random, names.get(words[at]!.toLowerCase())!)).join(' ')
  }

const familiarForms: Trick[] = Object.entries(familiar).map(([language, names]) => ({
  family: 'nicknames',
  name: `familiar form in ${language}`,
  most: 0.2,
  write: withNickname(names),
}))

const firstWord =
  (change: (word: string, random: Random) => string) =>
  (listed: string, random: Random): string | null => {
    const [first = '', ...others] = wordsOf(listed)
    return first.length < 5 ? null : changed(listed, [change(first, random), ...others].join(' '))
  }
const isVowel = (letter: string | undefined): boolean => letter !== undefined && /[aeiou]/i.test(letter)
const stem = (word: string): string => (isVowel(word.at(-1)) ? word.slice(0, -1) : word)

const formed: Trick[] = (
  [
    [
      'ending of a familiar form (-ito, -inho, -chik, -ou)',
      (word, random) =>
        stem(word) + pick(random, ['ito', 'inho', 'chik', 'ka', 'ou', 'ino', 'etto', 'je', 'lein']),
    ],
    ['the first three or four letters of the first name', (word) => word.slice(0, 4)],
    [
      'the first syllable twice',
      (word) => {
        const syllable = /^[^aeiou]*[aeiou]+/i.exec(word)?.[0] ?? word
        return syllable + syllable.toLowerCase()
      },
    ],
    [
      'the nickname in quotation marks after the first name',
      (word, random) =>
        `${word} "${pick(random, ['Tiger', 'Le Vieux', 'Commander', 'Jojo', 'El Chapo', 'Mzee'])}"`,
    ],
    [
      'the nickname in brackets',
      (word, random) =>
        `${word} (${pick(random, ['Tiger', 'Vieux', 'Boss', 'Jojo', 'Chapo', 'Terminator'])})`,
    ],
  ] satisfies [string, (word: string, random: Random) => string][]
).map(([name, change]) => ({ family: 'nicknames', name, most: null, write: firstWord(change) }))

export const nicknames: readonly Trick[] = [...familiarForms, ...formed]
