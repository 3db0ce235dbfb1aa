import { type ShownService, shownServices } from '@nani/contract'

/** A service that is not listed is never shown. The index of the access log repeats the list. */
export const isShownService = (text: string): text is ShownService =>
  (shownServices as readonly string[]).includes(text)
