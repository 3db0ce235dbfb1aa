/** Whole years on the UTC date; someone born on 29 February turns on 1 March in other years (decisions §6). */
export const ageOn = (dateOfBirth: string, nowMs: number): number => {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number)
  const today = new Date(nowMs)
  const years = today.getUTCFullYear() - year
  const monthsAhead = today.getUTCMonth() + 1 - month
  const hadBirthday = monthsAhead > 0 || (monthsAhead === 0 && today.getUTCDate() >= day)
  return hadBirthday ? years : years - 1
}
