import type { CaseReport } from './case-report.ts'

/** What people decide about the parties of a case: which victims the network lists, and whether a mismatch was seen. */
export type ListingChoice = {
  /** Places of parties: 0 is the subject, and the victims follow from 1. */
  victims: readonly number[]
  /** The people confirmed the case although a party does not match the register. */
  despiteMismatch: boolean
}

/** Null: an earlier release decided, and it listed every named victim. */
export const listsVictim = (choice: ListingChoice | null, place: number): boolean =>
  choice === null || choice.victims.includes(place)

/** Parties that can be chosen: named victims, and a subject with this role. */
export const victimPlaces = ({ subject, victims }: Pick<CaseReport, 'subject' | 'victims'>): number[] =>
  [subject, ...victims].flatMap((party, place) =>
    party && party.role === 'victim' && !party.anonymous ? [place] : [],
  )

/** A choice as an operator gives and reads it: the subject, and the positions of victims from 0. */
export type VictimName = 'subject' | number

export const placeOfVictim = (name: VictimName): number => (name === 'subject' ? 0 : name + 1)
export const victimAtPlace = (place: number): VictimName => (place === 0 ? 'subject' : place - 1)
