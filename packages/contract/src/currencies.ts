/** Every ISO 4217 code of the runtime, including former currencies, because an old fraud has an old currency. */
export const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
