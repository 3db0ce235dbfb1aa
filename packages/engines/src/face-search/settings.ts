import { invalidSetting, parsedSetting, secretSetting, type ValuesOf } from '@nani/foundation/core/index.ts'

export type FaceSearchChoice = { kind: 'scan' | 'sketches' } | { kind: 'qdrant'; url: string }

export const faceSearchSettings = {
  faceSearch: parsedSetting(
    {
      variable: 'NANI_FACE_SEARCH',
      purpose:
        'The search among enrolled faces. `scan` is exact, up to a few million. `sketches` needs an eighth of the time and gives the same result in 997 of 1,000 cases. The URL of a Qdrant cluster is also possible ([face scale](face-scale.md))',
      byDefault: '`scan`',
    },
    (text): FaceSearchChoice => {
      const choice = text ?? 'scan'
      if (choice === 'scan' || choice === 'sketches') return { kind: choice }
      if (/^https?:/.test(choice) && URL.canParse(choice))
        return { kind: 'qdrant', url: choice.replace(/\/+$/, '') }
      throw invalidSetting(
        `NANI_FACE_SEARCH must be scan, sketches, or the URL of a Qdrant cluster, not "${choice}".`,
      )
    },
  ),
  qdrantApiKey: secretSetting({
    variable: 'NANI_QDRANT_API_KEY',
    purpose: 'The API key of that cluster',
    byDefault: 'none',
  }),
}

export type FaceSearchSettings = ValuesOf<typeof faceSearchSettings>
