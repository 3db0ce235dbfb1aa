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
  if (shorter === '' && longer === 'e') return TAKES_E.test(stem) && !DOUBLED_CONSONANT.test(stem)
  if (shorter === '' && longer === 'a') return TAKES_A.test(stem)
  return SWAPPED_ENDINGS.has(`${shorter}/${longer}`)
}

// Denis/Denise, Laurent/Laurente, Bernard/Bernarde, Xavier/Xavière, and Andr(é)/Andr(é)e.
const TAKES_E = /[dlnrste]$/
// No masculine name ends in two equal consonants: Jeann is Jeanne with a letter lost.
const DOUBLED_CONSONANT = /([dlnrst])\1$/
// Daniel/Daniela, Julian/Juliana, Simon/Simona, Robert/Roberta, Éric/Érica, Joseph/Josepha, André/Andréa, Ali/Alia.
const TAKES_A = /(?:[aeur]l|[aeio]n|rt|rd|nd|or|is|ic|ph|ed|id|e|i)$/
// Alexandre/Alexandra, Mario/Maria, Émile/Émilie.
const SWAPPED_ENDINGS = new Set(['a/e', 'e/a', 'a/o', 'o/a', 'e/ie'])

function byLength(a: string, b: string): number {
  return a.length - b.length
}
