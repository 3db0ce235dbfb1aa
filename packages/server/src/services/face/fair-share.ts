import { Refusal } from '../../core/index.ts'

/**
 * How many photographs of one application may be looked at or wait, all of its calls together: so that a flood of one
 * leaves room for the others. The next is refused as `overloaded`.
 */
export const fairShare = (most: number) => {
  const underWay = new Map<string, number>()
  return async <Answer>(applicationId: string, work: () => Promise<Answer>): Promise<Answer> => {
    const before = underWay.get(applicationId) ?? 0
    if (before >= most)
      throw new Refusal('overloaded', { retry_after: 1 }, 'too many photographs of one application wait')
    underWay.set(applicationId, before + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(applicationId) ?? 1) - 1
      if (left > 0) underWay.set(applicationId, left)
      else underWay.delete(applicationId)
    }
  }
}
