/** Stands in a stored result for an address of this installation, whose beginning may change until it is told. */
export type AddressPlaceholder = { $address: string }

/** @example ownAddress('/v1/aml/screenings/aml_…/hits/0') // told as https://…/v1/aml/screenings/aml_…/hits/0 */
export const ownAddress = (path: string): AddressPlaceholder => ({ $address: path })

export const isAddress = (value: object): value is AddressPlaceholder => '$address' in value
