/**
 * Placeholder for a URL of this installation in a stored result. The base URL is added when the result is returned,
 * because it can change.
 */
export type AbsoluteUrlPlaceholder = { $address: string }

/** @example absoluteUrl('/v1/aml/screenings/aml_…/hits/0') // returned as https://…/v1/aml/screenings/aml_…/hits/0 */
export const absoluteUrl = (path: string): AbsoluteUrlPlaceholder => ({ $address: path })

export const isAbsoluteUrl = (value: object): value is AbsoluteUrlPlaceholder => '$address' in value
