import type { AmlScreeningHit, HitDisposition, RiskLevel } from '@nani/contract'
import type { ConsoleAlert, FaceReason } from '@nani/contract/console'
import type { Say } from '../../staff/language.tsx'

export const riskName = (say: Say, level: RiskLevel): string =>
  ({ low: say('Low', 'Faible'), medium: say('Medium', 'Moyen'), high: say('High', 'Élevé') })[level]

/** Why an alert was sent. */
export const alertName = (say: Say, { type, reason }: ConsoleAlert): string => {
  if (reason === null || type === 'aml_screening.hit_removed')
    return say('An entry left its list', 'Une fiche a quitté sa liste')
  return {
    new_hit: say('New hit', 'Nouvelle correspondance'),
    risk_level_changed: say('The risk changed', 'Le risque a changé'),
    pep_status_changed: say('The political exposure changed', 'L’exposition politique a changé'),
  }[reason]
}

export const categoryName = (say: Say, category: AmlScreeningHit['category']): string =>
  ({
    sanctions: say('Sanctions', 'Sanctions'),
    pep: say('Politically exposed person', 'Personne politiquement exposée'),
    adverse_media: say('Adverse media', 'Presse défavorable'),
    watchlists: say('Watchlist', 'Liste de surveillance'),
    high_risk_jurisdictions: say('High-risk country', 'Pays à haut risque'),
  })[category]

export const dispositionNames = (say: Say): Record<HitDisposition, string> => ({
  false_positive: say('False positive', 'Faux positif'),
  true_match: say('True match', 'Correspondance vraie'),
})

export const faceModeName = (say: Say, mode: FaceReason['mode']): string =>
  mode === 'verification'
    ? say('Comparison with one person', 'Comparaison avec une personne')
    : say('Search among all', 'Recherche parmi tous')

export const faceOutcomeName = (say: Say, outcome: string): string =>
  (
    ({
      match: say('Match', 'Correspondance'),
      no_match: say('No match', 'Aucune correspondance'),
    }) as Record<string, string>
  )[outcome] ?? outcome
