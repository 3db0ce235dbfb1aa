import type { ScreenedSubject } from '@nani/engines/screening/index.ts'
import { subjectOf } from '../screening/accuracy.ts'
import { pick, randomFrom } from '../screening/perturb.ts'

const syllables = 'ba ki do lu me sa fi ro nge tsho vu pa zi wo ya mbu ka te ndo li'.split(' ')

/** The share of entries that are one of the monitored people. */
const sharedPart = 300 / 42_000

/** Invented people to monitor, and a list in the form of the national one that has some of them. */
export const drawPeople = ({ subjects, entries }: { subjects: number; entries: number }) => {
  const random = randomFrom(1)
  const word = () => {
    const text = Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(random, syllables)).join('')
    return text.slice(0, 1).toUpperCase() + text.slice(1)
  }
  const newName = () => `${word()} ${word()} ${word()}`
  const birthDate = () => `${1945 + Math.floor(random() * 60)}-0${1 + Math.floor(random() * 9)}-17`
  const people: ScreenedSubject[] = Array.from({ length: subjects }, () => ({
    ...subjectOf(newName(), 'individual'),
    birthDate: birthDate(),
  }))
  const rows = Array.from({ length: entries }, (_, at) => {
    const listed = random() < sharedPart ? pick(random, people) : null
    const name = listed?.names[0] ?? newName()
    return `N.${at},individual,${name},${listed?.birthDate ?? birthDate()},COD,2024-05-01,`
  })
  const csv = ['reference,kind,name,birth_dates,nationalities,listed_on,ended_on', ...rows, ''].join('\n')
  return { people, csv }
}
