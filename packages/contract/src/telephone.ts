/** An international telephone number (E.164), such as +243810000001, as a pattern of JSON Schema. */
export const telephonePattern = '^\\+[1-9]\\d{6,14}$'

const telephone = new RegExp(telephonePattern)
export const isTelephone = (text: string): boolean => telephone.test(text)
