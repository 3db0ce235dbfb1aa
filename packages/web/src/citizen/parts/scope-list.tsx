import { noteOfScope, scopeInWords } from '@nani/contract/scope-words/scope-words'
import { useTexts } from '../app-context.ts'
import type { Tier } from '../contract.ts'
import { count } from '../texts/fill.ts'
import { Icon } from './icon.tsx'

type Properties = {
  scopes: readonly { name: string; tier: Tier }[]
  /** The days for which a consent of a sign-in is valid. */
  validDays?: number | undefined
}

/**
 * What an application asks for, in words. Sensitive data comes first, is marked by words, not by colour alone, and is
 * explained. Nothing looks as if it were given already.
 */
export const ScopeList = ({ scopes, validDays }: Properties) => {
  const texts = useTexts()
  const { approval } = texts
  const marks: Partial<Record<Tier, string>> = {
    sensitive: approval.sensitive,
    biometric: approval.biometric,
  }
  const sorted = [...scopes].sort(
    (a, b) => Number(marks[b.tier] !== undefined) - Number(marks[a.tier] !== undefined),
  )
  return (
    <ul class="scopes">
      {sorted.map(({ name, tier }) => (
        <li key={name} class={marks[tier] ? 'marked' : undefined}>
          <Icon name={marks[tier] ? 'warning' : 'dot'} />
          <span>
            {scopeInWords(texts.scopes, name)}
            {marks[tier] && <strong class="mark">{marks[tier]}</strong>}
            {marks[tier] && <span class="note">{noteOfScope(texts.scopeNotes, name)}</span>}
            {tier === 'consent' && validDays !== undefined && (
              <span class="quiet">{count(texts, approval.everyProduct, validDays)}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
