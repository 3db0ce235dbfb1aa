const hidden = '[hidden]'

/** The forms of secrets that this product issues or reads. The first group is kept. */
const secretForms: readonly RegExp[] = [
  /\b((?:sk|pek)_(?:test|live)_)[\w-]+/g,
  /\b((?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:/@]*:)[^\s@/]+(?=@)/g,
  /\b((?:Bearer|Basic) )[\w.~+/=-]+/gi,
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
]

/**
 * Removes secrets from a text of the log. No entry should have one, because errors are described without their data.
 * This is the second defence, for a text that a library wrote.
 */
export const hideSecrets = (text: string): string =>
  secretForms.reduce((shown, form) => shown.replace(form, `$1${hidden}`), text)
