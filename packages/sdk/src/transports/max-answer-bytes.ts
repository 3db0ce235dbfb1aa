/** An answer larger than this is refused while it is read. A page of results ends at 8 MB. */
export const maxAnswerBytes = 128 * 1024 * 1024
