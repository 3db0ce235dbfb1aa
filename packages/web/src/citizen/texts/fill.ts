import type { Counted, Texts } from './texts.ts'

/** Replaces the names in braces. A name without a value stays visible, so that a test finds it. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The text for this number of things. */
export const count = ({ plural }: Pick<Texts, 'plural'>, counted: Counted, n: number): string =>
  fill(counted[plural(n)], { n })
