import { legalFormPhrases } from '../../../names/index.ts'

/**
 * Equivalent legal forms in several languages or spellings, folded, one group in each line. A list can write OOO and
 * the company can write LLC.
 */
const sameForms: readonly string[] = [
  `ltd,limited,private limited,private limited company,limited company,co ltd,pte,pte ltd,pvt ltd,pvt,pty ltd,ltd sti,
   limited sirketi`,
  `llc,ooo,oo,tov,too,wll,limited liability company,fz llc,obshchestvo s ogranichennoy otvetstvennostyu,
   obshchestvo s ogranichennoi otvetstvennostyu,obshchestvo s ogranichennoi otvetstvennostiu,
   obshchestvo s ogranichennoy otvetstvennostiu,obshchestvo s ogranichennoj otvetstvennostju,
   tovarystvo z obmezhenoyu vidpovidalnistyu,tovaristvo z obmezhenoyu vidpovidalnistyu,
   tavarystva s abmezhavanay adkaznastsyu`,
  'jsc,ao,joint stock company,joint stock,aktsionernoe obshchestvo,aktsionernoye obshchestvo,aktsionerne tovarystvo',
  `ojsc,oao,vat,open joint stock company,otkrytoe aktsionernoe obshchestvo,otkrytoye aktsionernoye obshchestvo,
   vidkryte aktsionerne tovarystvo`,
  `pjsc,pao,public joint stock company,publichnoe aktsionernoe obshchestvo,publichnoye aktsionernoye obshchestvo,
   publichne aktsionerne tovarystvo`,
  'cjsc,zao,closed joint stock company,zakrytoe aktsionernoe obshchestvo,zakrytoye aktsionernoye obshchestvo',
  'sa,spa,sociedad anonima,sociedade anonima,societe anonyme,societa per azioni,spolka akcyjna',
  `srl,sarl,ltda,limitada,lda,sociedad limitada,sociedad de responsabilidad limitada,societe a responsabilite limitee,
   societa a responsabilita limitata,societate cu raspundere limitata,societatea cu raspundere limitata`,
  'sas,sociedad por acciones simplificada,societe par actions simplifiee',
  'scs,sociedad en comandita simple,sociedad en comandita,societe en commandite simple',
  'corp,corporation,inc,incorporated,corporacion,corporativo',
  'co,company,cia,compania,compagnie,cie,kompaniya,kompaniia,sirketi,ste,societe,sociedad',
  'ag,aktiengesellschaft',
  'gmbh,gesellschaft mit beschrankter haftung,ges mbh,gesmbh',
  'as,anonim sirketi,as anonim sirketi,a s',
  'doo,drustvo s ogranicenom odgovornoscu,drustvo sa ogranicenom odgovornoscu,d o o',
  'est,establishment,etablissement,etablissements,ets',
  'llp,limited liability partnership',
  'lp,limited partnership',
  'sadecv,sa de cv,sociedad anonima de capital variable',
]

/** Forms without a known equivalent. */
const otherForms = `
  plc;public limited company;pty;private;lllp;pllc;pc;nao;tzov;dat;pp;npo;fgup;gup;kg;kgaa;ohg;gbr;ug;ev;eg;se;
  sarl al;scarl;sapa;snc;sas di;sl;slu;eireli;cia ltda;aps;asa;oy;oyj;hf;ehf;bvba;vof;cvba;sro;s r o;spol s r o;kft;
  zrt;nyrt;dd;ad;ead;ood;eood;sia;uab;ou;sti;tic;sal;saoc;saog;fze;fzco;fzc;dmcc;establishment;pjs;
  sdn bhd;bhd;tbk;pt;cv;gk;yk;plc;na;trust company;unlimited;gie;societe;fonds;eirl;akb;jscb;ojscb;pjscb`

const phrasesOf = (list: string, between: string): string[] =>
  list.split(between).map((phrase) => phrase.trim().replace(/\s+/g, ' '))

const forms: ReadonlySet<string> = new Set([
  ...legalFormPhrases.keys(),
  ...phrasesOf(otherForms, ';'),
  ...sameForms.flatMap((line) => phrasesOf(line, ',')),
])

/** Single-word forms together with their equivalents, one family in each line. */
export const formFamilies: readonly string[] = sameForms.map((line) =>
  phrasesOf(line, ',')
    .filter((phrase) => !phrase.includes(' '))
    .join(' '),
)

const lengthsOf = (phrases: readonly string[]): Map<string, number> => {
  const lengths = new Map<string, number>()
  for (const phrase of phrases) {
    const words = phrase.split(' ')
    lengths.set(words[0]!, Math.max(lengths.get(words[0]!) ?? 0, words.length))
  }
  return lengths
}

/** Maximum number of words of a form, by its first word. */
const longestByFirstWord: ReadonlyMap<string, number> = lengthsOf([...forms])

/** A longer form is unambiguous even in the name of a person or a ship. */
const ambiguousFormLength = 2

const spelledForms: ReadonlySet<string> = new Set(
  'company corporation compania compagnie corporacion kompaniya societe sociedad'.split(' '),
)

/** Whether a form can have a letter in an acronym: NPCC is the National Petrochemical Commercial Company. */
export const isSpelledForm = (text: string): boolean => spelledForms.has(text)

/** Marks the words of legal forms at any position, longest forms first. */
export const findForms = (texts: readonly string[], isStrict: boolean): boolean[] => {
  const found = new Array<boolean>(texts.length).fill(false)
  for (let at = 0; at < texts.length; ) {
    const length = formLengthAt(texts, at, isStrict)
    for (let index = at; index < at + length; index++) found[index] = true
    at += Math.max(length, 1)
  }
  return found
}

const formLengthAt = (texts: readonly string[], at: number, isStrict: boolean): number => {
  const longest = Math.min(longestByFirstWord.get(texts[at]!) ?? 0, texts.length - at)
  for (let length = longest; length > 0; length--) {
    const phrase = length === 1 ? texts[at]! : texts.slice(at, at + length).join(' ')
    if (isStrict && phrase.length <= ambiguousFormLength + (at === 0 ? 2 : 0)) continue
    if (forms.has(phrase)) return length
  }
  return 0
}
