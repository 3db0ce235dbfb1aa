const browsers: readonly (readonly [form: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [form: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (text: string, names: typeof browsers): string | null =>
  names.find(([form]) => form.test(text))?.[1] ?? null

/** The browser and its system in two words; null if neither is known. A page can claim any, so it proves nothing. */
export const softwareOf = (userAgent: string): string | null => {
  const named = [nameIn(userAgent, browsers), nameIn(userAgent, systems)].filter((name) => name !== null)
  return named.length > 0 ? named.join(', ') : null
}
