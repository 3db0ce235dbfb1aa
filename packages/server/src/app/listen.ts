import type { FastifyInstance } from 'fastify'
import { OperatorError } from '../core/index.ts'

export const listen = async (app: FastifyInstance, host: string, port: number): Promise<void> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new OperatorError('port_in_use', `Port ${port} is in use.`, { data: { port } })
  }
}
