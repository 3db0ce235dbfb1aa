import { createHmac, type KeyObject } from 'node:crypto'

/** `sub`: one value for each citizen and application (spec/sign-in#subject-identifier). */
export const createSubjects =
  (key: KeyObject) =>
  (svcId: string, applicationId: string): string =>
    createHmac('sha256', key).update(`${svcId}\n${applicationId}`).digest('base64url')
