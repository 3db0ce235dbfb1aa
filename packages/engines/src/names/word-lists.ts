/**
 * Words that accompany a name and are not components of it. They are the closed classes of a language (titles,
 * particles, marriage terms), never given names or surnames.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

/** Titles, recognised at the beginning of a name or after a comma. */
export const honorifics = words(`
  mr mrs ms miss mme mlle mmes mlles monsieur madame mademoiselle messieurs sieur dame feu feue
  dr dre docteur doctor prof pr professeur professor ir ing ingenieur me maitre
  hon honorable excellence mgr monseigneur sir
  general gen colonel col major maj capitaine cpt lieutenant lt commandant cdt sergent sgt adjudant adj
  president senateur ministre depute gouverneur ambassadeur bourgmestre chef mwami
  rev reverend pasteur past pere frere soeur abbe eveque cardinal apotre prophete diacre sheikh shaikh
  papa maman mama tata tonton tantine mzee bwana mwalimu`)

/** Titles and degrees that are also written after the name. */
export const trailingHonorifics = words('dr prof ir ing phd esq')

/** Particles that are never names: free as long as one name component is left. */
export const particles = words('wa de du des von van der den la le les')

/** Particles that are names too (Ba, Ben, Al): free only between other words, two names left. */
export const ambiguousParticles = words('ya ba za kwa na bin binti bint ibn al el da di do dos das')

/** Introduces the name of a spouse. It is optional in addition to the person's own names. */
export const marriageTerms = words('epouse epse ep epoux epx veuve vve')

/** Introduces the name at birth, or another name of the person: a component like the others. */
export const birthTerms = words('nee dit dite alias')
