/** Of a text for people: a letter or a digit of any script at least; what cannot be seen justifies nothing. */
export const readable = '[\\p{L}\\p{N}]'
