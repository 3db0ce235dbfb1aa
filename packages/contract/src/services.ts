/** Every service that an application can enable (spec/README#services). */
export const serviceNames = [
  'kyc_validation',
  'face_recognition',
  'credit_scoring',
  'aml_screening',
  'fraud_reporting',
  'age_verification',
  'kyb_verification',
  'sso_login',
] as const
export type ServiceName = (typeof serviceNames)[number]

export const isServiceName = (value: string): value is ServiceName =>
  (serviceNames as readonly string[]).includes(value)

export const environments = ['sandbox', 'production'] as const
export type Environment = (typeof environments)[number]
