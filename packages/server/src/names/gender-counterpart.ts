/**
 * French and Romance feminine forms that lie within one edit, or one spelling, of the masculine:
 * decisions §6 calls Justin and Justine two people. The longer forms (Paul, Pauline; Jean, Jeannette;
 * Michel, Michelle) differ by more than a slip and need no rule here.
 */
export function isGenderCounterpart(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const stem = a.slice(0, start)
  const [shorter, longer] = [a.slice(start), b.slice(start)].sort(byLength) as [string, string]
  if (shorter === '' && longer === 'e') return TAKES_E.test(stem)
  if (shorter === '' && longer === 'a') return TAKES_A.test(stem)
  if (shorter === 'e' && longer === 'ie') return TAKES_IE.test(stem)
  return SWAPPED_ENDINGS.has(`${shorter}/${longer}`)
}

// The masculine endings that take a mute -e: Pascal(e), Michel(e), Paul(e), Julian(e), Justin(e), Simon(e),
// Xavier(e), Laurent(e), Gilbert(e), Benoît(e), Denis(e), Armand(e), Edmond(e), Bernard(e), Gérald(e),
// Arnaud(e), Alfred(e), and André(e). Others (Victor, David, Cyril) have longer feminines or none, and a
// lost final -e there (Bonaventur, Zénaïd, Odil) is a slip.
const TAKES_E = /(?:[ae]l|aul|[aeio]n|er|nt|rt|oit|is|[ao]nd|ard|[ao]ld|aud|ed|[bcdfgklmnprstvz]e)$/
// Paul(a), Daniel(a), Karl(a), Julian(a), Robert(a), Fernand(a), Gérald(a), Anselm(a), Louis(a), Éric(a),
// Joseph(a), Alfred(a), David(a), André(a), Ali(a), Sami(a). Not -al, -ul and -nd alone: Kalala, Kabula and
// Nganda end so, and a lost final -a is a slip there.
const TAKES_A = /(?:aul|el|rl|[aeio]n|rt|rd|[ln]and|ld|lm|or|is|ic|ph|ed|id|e|^.{2,3}i)$/
// Émil(e), Jul(es), Aurèl(e), Stéphan(e), Eugèn(e), Valèr(e), Victor: their feminine ends in -ie.
const TAKES_IE = /(?:[iue]l|[ae]n|[eo]r)$/
// Alexandre/Alexandra, Mario/Maria.
const SWAPPED_ENDINGS = new Set(['a/e', 'e/a', 'a/o', 'o/a'])

function byLength(a: string, b: string): number {
  return a.length - b.length
}
