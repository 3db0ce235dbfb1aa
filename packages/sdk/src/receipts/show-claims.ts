import { openReceiptClaims } from '@nani/contract'
import { parseReceipt } from './parse-receipt.ts'
import { resolveClaims } from './resolve-claims.ts'

/**
 * A receipt that shows only these claims and hides every other field. A claim is named by its path, such as `result`,
 * `kyc.basic.full_name` or `hits.0`. A claim with parts is shown with all of them.
 *
 * @example await showClaims(receipt, ['result', 'created_at'])
 */
export const showClaims = async (receipt: string, claims: readonly string[]): Promise<string> => {
  const parsed = await parseReceipt(receipt)
  const { paths } = resolveClaims(parsed)
  const isOpen: ReadonlySet<string> = new Set(openReceiptClaims)
  const unknown = claims.find((claim) => !isOpen.has(claim) && !paths.some(({ path }) => path === claim))
  if (unknown !== undefined) throw new RangeError(`The receipt has no claim ${unknown} that can be shown.`)
  const shown = paths.filter(({ path }) => claims.some((claim) => isOnPath(path, claim)))
  return `${[parsed.jwt, ...shown.map(({ disclosure }) => disclosure.encoded)].join('~')}~`
}

/** Whether a claim is needed to show the other one: it contains it, is it, or is a part of it. */
const isOnPath = (path: string, claim: string): boolean =>
  path === claim || claim.startsWith(`${path}.`) || path.startsWith(`${claim}.`)
