import { LEGAL_FORM_PHRASES } from '../../names/index.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

/** Legal forms beyond those of `names`, folded, as they stand in the names of companies on the lists. */
const FOREIGN_FORMS = `
  co;company;co ltd;co inc;ltda;limitada;lda;pte;pte ltd;pty;pvt;private;public limited company;llp;lp;lllp;pllc;pc;
  limited liability company;limited liability partnership;limited partnership;public joint stock company;
  open joint stock company;closed joint stock company;joint stock company;joint stock;jsc;ojsc;pjsc;cjsc;ao;oao;zao;pao;
  ooo;oo;nao;tov;tzov;too;dat;vat;pp;npo;fgup;gup;obshchestvo s ogranichennoy otvetstvennostyu;
  obshchestvo s ogranichennoi otvetstvennostiu;aktsionernoe obshchestvo;otkrytoe aktsionernoe obshchestvo;
  publichnoe aktsionernoe obshchestvo;zakrytoe aktsionernoe obshchestvo;
  ag;aktiengesellschaft;kg;kgaa;ohg;gbr;ug;ev;eg;ges mbh;gesmbh;gesellschaft mit beschrankter haftung;se;
  spa;srl;sarl al;scarl;sapa;snc;sas di;sl;slu;sa de cv;s de rl;s de rl de cv;sociedad anonima;sociedad limitada;
  sociedade anonima;eireli;cia;cia ltda;sociedad de responsabilidad limitada;
  ab;aktiebolag;as;aps;asa;a s;oy;oyj;hf;ehf;nv;naamloze vennootschap;besloten vennootschap;bvba;vof;cvba;
  sp z oo;sp zoo;sp z o o;spolka akcyjna;sro;s r o;spol s r o;kft;zrt;nyrt;doo;d o o;dd;ad;ead;ood;eood;sia;uab;ou;
  as anonim sirketi;anonim sirketi;limited sirketi;sirketi;sti;ltd sti;tic;
  sal;saoc;saog;wll;fze;fzco;fzc;fz llc;dmcc;est;establishment;psc;pjs;
  sdn bhd;bhd;tbk;pt;cv;kk;kabushiki kaisha;gk;yk;plc;na;inc;incorporated;corp;corporation;ltd;limited;llc;
  trust company;unlimited;gie;ste;societe;fonds;eirl`

const FORMS: ReadonlySet<string> = new Set([
  ...LEGAL_FORM_PHRASES.keys(),
  ...FOREIGN_FORMS.split(';').map((form) => form.trim().replace(/\s+/g, ' ')),
])

const MAX_FORM_WORDS = Math.max(...[...FORMS].map((form) => form.split(' ').length))

/** Longer than this, a form is unmistakable even in the name of a person or a ship. */
const AMBIGUOUS_FORM_LENGTH = 2

/** Words of a trade or a place in it that many companies share. */
const GENERIC = words(`
  group groupe gruppe grupo grup gruppa holding holdings international internacional internationale intl global
  trading trade trades import export general services service company companies enterprise enterprises entreprise
  industries industry industrial industrie commercial commerce business solutions systems technology technologies
  investment investments invest capital fund partners consulting management development construction engineering
  bank banque banco financial finance insurance assurance shipping maritime marine navigation transport transports
  transportation logistics logistique airlines airways aviation air oil petroleum petrol gas energy mining miniere
  metal metals steel chemical pharmaceutical medical institute institut university universite center centre central
  national federal state organization organisation association foundation fondation society committee council ministry
  department agency office bureau factory plant works manufacturing production products supply equipment electronics
  agency agencia comercial comercio inversiones servicios compania empresa industria industrias exchange store stores
  zavod kompaniya torgovy dom property properties real estate hotel restaurant foods food farm agricultural`)

/** Words that only join others. */
const JOINING = words(
  'the of and et und y e de du des la le les der die das for pour fur in en for to el los las di del da do a an',
)

/** Marks the words of legal forms, the longest first, wherever they stand. */
export function findForms(texts: readonly string[], isStrict: boolean): boolean[] {
  const found = new Array<boolean>(texts.length).fill(false)
  for (let at = 0; at < texts.length; ) {
    const length = formLengthAt(texts, at, isStrict)
    for (let index = at; index < at + length; index++) found[index] = true
    at += Math.max(length, 1)
  }
  return found
}

function formLengthAt(texts: readonly string[], at: number, isStrict: boolean): number {
  for (let length = Math.min(MAX_FORM_WORDS, texts.length - at); length > 0; length--) {
    const phrase = length === 1 ? texts[at]! : texts.slice(at, at + length).join(' ')
    if (isStrict && phrase.length <= AMBIGUOUS_FORM_LENGTH + (at === 0 ? 2 : 0)) continue
    if (FORMS.has(phrase)) return length
  }
  return 0
}

/** A word that many companies share. */
export function isGeneric(text: string): boolean {
  return GENERIC.has(text)
}

/** A word that says nothing of a company. */
export function isJoining(text: string): boolean {
  return JOINING.has(text)
}

const ORDINALS: ReadonlyMap<string, string> = new Map(
  '1st:first 2nd:second 3rd:third 4th:fourth 5th:fifth 6th:sixth 7th:seventh 8th:eighth 9th:ninth 10th:tenth'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** An ordinal in words. */
export function spellOrdinal(text: string): string {
  return ORDINALS.get(text) ?? text
}
