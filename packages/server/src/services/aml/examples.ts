import type { Service } from '../../delivery/index.ts'

export const description = ''
export const examples: Service['examples'] = []
