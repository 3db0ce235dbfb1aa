/**
 * Whole years on the UTC date. A person born on 29 February has the birthday on 1 March in other years
 * (spec/disclosure#age-in-years).
 */
export const ageOn = (dateOfBirth: string, nowMs: number): number => {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number)
  const today = new Date(nowMs)
  const years = today.getUTCFullYear() - year
  const monthsAhead = today.getUTCMonth() + 1 - month
  const hadBirthday = monthsAhead > 0 || (monthsAhead === 0 && today.getUTCDate() >= day)
  return hadBirthday ? years : years - 1
}
