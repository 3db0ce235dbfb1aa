import { invalidSetting, parsedSetting, textSetting, type ValuesOf } from '@nani/foundation/core/index.ts'

export type FaceSearchChoice = { kind: 'scan' | 'sketches' } | { kind: 'qdrant'; url: string }

export const faceSearchSettings = {
  faceSearch: parsedSetting(
    { variable: 'NANI_FACE_SEARCH', purpose: 'The search among enrolled faces' },
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
  qdrantApiKey: textSetting({ variable: 'NANI_QDRANT_API_KEY', purpose: 'The API key of that cluster' }),
}

export type FaceSearchSettings = ValuesOf<typeof faceSearchSettings>
