import type { Access } from '../../contract.ts'

export type OfOrganization = { organization: string; accesses: Access[] }
export type OfDay = { day: string; at: string; organizations: OfOrganization[] }

/**
 * The log by day of the phone, and within a day by organization. Days, organizations and entries have the newest first: an
 * organization is where its newest entry of the day is.
 */
export const groupsOf = (entries: readonly Access[]): OfDay[] => {
  const days: OfDay[] = []
  const newestFirst = [...entries].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  for (const access of newestFirst) {
    const day = new Date(access.at).toDateString()
    let ofDay = days.find((one) => one.day === day)
    if (!ofDay) {
      ofDay = { day, at: access.at, organizations: [] }
      days.push(ofDay)
    }
    const ofOrganization = ofDay.organizations.find((one) => one.organization === access.organization)
    if (ofOrganization) ofOrganization.accesses.push(access)
    else ofDay.organizations.push({ organization: access.organization, accesses: [access] })
  }
  return days
}
