/** The fields of a new citizen as they are typed, in the order of the form. */
export type CitizenEntries = {
  svc_id: string
  last_name: string
  first_name: string
  full_name: string
  date_of_birth: string
  gender: string
  nationality: string
  birth_country: string
  birth_province: string
  birth_city: string
  phone: string
  email: string
  level_of_assurance: string
  certified: boolean
}

export const noEntries: CitizenEntries = {
  ...{ svc_id: '', last_name: '', first_name: '', full_name: '', date_of_birth: '', gender: 'female' },
  ...{ nationality: 'COD', birth_country: '', birth_province: '', birth_city: '', phone: '', email: '' },
  ...{ level_of_assurance: 'LOA2', certified: true },
}

type Place = Pick<CitizenEntries, 'birth_country' | 'birth_province' | 'birth_city'>

/** An empty place is absent. A place with a missing part is sent, so that the server names what is missing. */
export const placeOf = ({ birth_country: country, birth_province: province, birth_city: city }: Place) =>
  [country, province, city].every((part) => part.trim() === '')
    ? null
    : { country: country.trim(), province: province.trim(), city: city.trim() }

const filled = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )

/** The record that the register takes. A field that was left empty is absent. */
export const recordOf = (entries: CitizenEntries): Record<string, unknown> => {
  const { certified, phone, email, birth_country, birth_province, birth_city, ...basics } = entries
  const place = placeOf({ birth_country, birth_province, birth_city })
  return {
    ...filled(basics),
    certified,
    ...(place && { place_of_birth: place }),
    ...(phone.trim() !== '' && { phone_numbers: [{ number: phone.trim(), is_primary: true }] }),
    ...(email.trim() !== '' && { emails: [{ address: email.trim(), is_primary: true }] }),
  }
}
