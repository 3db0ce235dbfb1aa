import Format from 'typebox/format'

/**
 * A text for people, with at least one letter or digit of any script, because an invisible text justifies no request.
 * It is a format and not a pattern: client generators fail on `\p{L}` and ignore unknown formats.
 */
export const readableText = 'readable-text'

/** Unicode has letters that are invisible, such as U+3164. */
const letterOrDigit = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u
Format.Set(readableText, (text) => letterOrDigit.test(text))

/** For the description of such a field, because the format is not a standard one. */
export const readableRule = 'It must have at least one letter or digit of any script.'
