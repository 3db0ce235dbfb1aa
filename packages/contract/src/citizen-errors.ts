/** The errors of the API of the citizen's app: the status, and the text for a developer. The app has its own texts for people. */
export const citizenErrors = {
  invalid_request: [400, 'The request is malformed.'],
  not_signed_in: [401, 'No session of a device.'],
  not_found: [404, 'There is nothing at this address.'],
  payload_too_large: [413, 'The body is too large.'],
  too_many_attempts: [429, 'Too many attempts. Try again later.'],
  busy: [503, 'One moment. Send the request again.'],
  code_wrong: [422, 'The code is wrong.'],
  code_ended: [422, 'The code no longer counts. Ask for another message.'],
  message_delayed: [503, 'No message would leave in time. Try again at the time that is given.'],
  enrolment_ended: [422, 'The enrolment has ended. Start again.'],
  face_capture: [422, 'The photograph cannot be used. Take another one.'],
  face_not_recognised: [422, 'The face was not recognised.'],
  too_many_devices: [422, 'The citizen has ten devices. One must be revoked first.'],
  key_refused: [422, 'The key of the device was refused.'],
  signature_wrong: [422, 'The signature of the device is wrong.'],
  number_wrong: [422, 'The number is not the one of the page. The request has ended.'],
  approval_ended: [422, 'The request has ended.'],
  consent_ended: [422, 'The consent has ended or was answered.'],
  internal_error: [500, 'Internal error.'],
} as const

export type CitizenErrorCode = keyof typeof citizenErrors

/** Why a photograph cannot be used. The citizen can take another one. */
export const faceFaults = [
  'no_face',
  'several_faces',
  'blurred',
  'too_dark',
  'too_bright',
  'too_small',
  'not_facing_camera',
  'eyes_closed',
  'face_occluded',
  'unusable',
] as const
export type FaceFault = (typeof faceFaults)[number]
