import type { Say } from '../../staff/language.tsx'

/** The name of a field of an entry of a screening list. */
export const entryFieldName = (say: Say, field: string): string => {
  const names: Record<string, string> = {
    kind: say('Kind', 'Type'),
    names: say('Names', 'Noms'),
    birth_dates: say('Dates of birth', 'Dates de naissance'),
    genders: say('Gender', 'Sexe'),
    nationalities: say('Nationalities', 'Nationalités'),
    addresses: say('Addresses', 'Adresses'),
    identifiers: say('Identifiers', 'Identifiants'),
    listed_on: say('Listed on', 'Inscrite le'),
    ended_on: say('Ended on', 'Terminée le'),
    programs: say('Programmes', 'Programmes'),
    legal_basis: say('Legal basis', 'Base légale'),
    special_notice: say('Special notice', 'Notice spéciale'),
    positions: say('Positions', 'Fonctions'),
    international_organization: say('International organization', 'Organisation internationale'),
    related_to: say('Related to', 'En relation avec'),
    media: say('Media reports', 'Articles de presse'),
    jurisdiction: say('Jurisdiction', 'Juridiction'),
  }
  return names[field] ?? field
}
