/** The purpose of a model. A recogniser makes templates. The others prepare its input. */
export const modelRoles = [
  'detector',
  'landmarks',
  'recogniser',
  'liveness',
  'pose',
  'eyes',
  'occlusion',
] as const
export type ModelRole = (typeof modelRoles)[number]
