import type { FaceRecognition } from '@nani/sdk'
import { printable, type Terminal, type Tone } from '../../terminal.ts'
import { type Block, card, scopeBlocks, whoBlocks, withheldBlock } from '../result-card.ts'

const tones: Record<string, Tone> = { match: 'good', no_match: 'bad' }

/** The text form of a face recognition: the outcome, the similarity, and the identity if there is a match. */
export const faceCard = (recognition: FaceRecognition, terminal: Pick<Terminal, 'color'>): string => {
  const { result, mode, identifier, reason, scopes_withheld } = recognition
  const head = {
    tone: tones[result] ?? ('strong' as const),
    word: result,
    about: identifier?.value ?? (mode === 'identification' ? 'among everybody' : mode),
    notes: [identifier && identifier.type !== 'svc_id' ? identifier.type : '', mode],
  }
  const blocks: Block[] = [
    ['Similarity', [similarityLine(recognition)]],
    ['Liveness', [livenessLine(recognition)]],
    ...whoBlocks(recognition),
    ...scopeBlocks(recognition),
    withheldBlock(scopes_withheld),
    ['Reason', [printable(reason)]],
  ]
  return card(head, blocks, recognition, terminal)
}

const similarityLine = ({ similarity, threshold, mode }: FaceRecognition): string => {
  const asked = `asked for ${printable(threshold)}`
  if (similarity !== null) return `${printable(similarity)}, ${asked}`
  return mode === 'identification'
    ? `no person with a sufficient lead, ${asked}`
    : `nothing to compare with, ${asked}`
}

const livenessLine = ({ liveness: { checked, passed, score } }: FaceRecognition): string =>
  checked ? `${passed ? 'passed' : 'not passed'}, ${printable(score ?? '')}` : 'not checked'
