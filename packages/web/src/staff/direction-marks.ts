/** Marks that change the direction of the text that follows them. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * A text of a stranger for a place that cannot have an element, such as an option or the title of a window. Elsewhere use `<bdi>`. Its marks
 * of direction are shown as escapes, so that it does not turn the words around it.
 */
export const escapedDirections = (text: string): string =>
  text.replaceAll(directionMarks, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
