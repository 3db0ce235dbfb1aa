/** The digits of Crockford's base 32: no I, L, O, U, so that a text survives being read aloud. */
export const crockfordDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
