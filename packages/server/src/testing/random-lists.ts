import fc from 'fast-check'

/** Names of which many are similar, as versions of a list and as subjects. */
const given = ['Mohamed', 'Muhammad', 'Jean', 'Yohane', 'Djuma', 'Juma', 'Tshombe', 'Chombe', 'Amani', 'Aman']
const family = ['Kabila', 'Kabilla', 'Ilunga', 'Ilounga', 'Mutombo', 'Al Hassan', 'Hasan', 'Ngoy', 'Ngoyi']
const name = fc
  .tuple(
    fc.constantFrom(...given),
    fc.constantFrom(...family),
    fc.option(fc.constantFrom(...given, ...family)),
  )
  .map(([first, last, third]) => [third, last, first].filter((part) => part !== null).join(' '))
const year = fc.option(fc.integer({ min: 1950, max: 1954 }), { nil: '' })
const country = fc.constantFrom('', 'COD', 'RWA', 'IRN')
const row = fc
  .record({
    reference: fc.integer({ min: 1, max: 25 }),
    name,
    year,
    country,
    ended: fc.constantFrom('', '2010-01-01'),
  })
  .map(
    (one) =>
      [
        one.reference,
        `X.${one.reference},individual,${one.name},${one.year},${one.country},2020-01-01,${one.ended}`,
      ] as const,
  )

/** A version of the list with unique references. */
export const randomVersion = fc
  .array(row, { minLength: 1, maxLength: 20 })
  .map((rows) => [...new Map(rows).values()])

export const randomSubject = fc.record({ name, year, country }).map((one) => ({
  full_name: one.name,
  ...(one.year !== '' && { date_of_birth: `${one.year}-06-15` }),
  ...(one.country !== '' && { nationality: one.country }),
}))
