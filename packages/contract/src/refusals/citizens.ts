import { answer, type RefusalEntry } from './entry.ts'

/**
 * The refusals of the API of the citizen's app. The message is for a developer. The app has its own texts for people, in
 * its six languages.
 */
export const citizenRefusals = {
  invalid_request: answer(400, { includes: ['malformed_body', 'value_invalid'] })(
    'The request is malformed.',
    'Correct the field that the answer names.',
    'La requête est mal formée.',
    'Corrigez le champ que la réponse indique.',
  ),
  not_signed_in: answer(401)(
    'No session of a device.',
    'Open the app on the device, and sign in.',
    'Aucune session d’un appareil.',
    'Ouvrez l’application sur l’appareil et connectez-vous.',
  ),
  not_found: answer(404, { includes: ['consent_not_found'] })(
    'There is nothing at this address.',
    'Read the list again.',
    'Il n’y a rien à cette adresse.',
    'Relisez la liste.',
  ),
  payload_too_large: answer(413)(
    'The body is too large.',
    'Send a smaller photograph.',
    'Le contenu est trop volumineux.',
    'Envoyez une photo plus petite.',
  ),
  too_many_attempts: answer(429, { includes: ['rate_limited'] })(
    'Too many attempts. Try again later.',
    'Wait for the seconds that the answer names.',
    'Trop de tentatives. Réessayez plus tard.',
    'Attendez les secondes que la réponse indique.',
  ),
  busy: answer(503, {
    includes: ['archive_unavailable', 'overloaded', 'register_unavailable'],
    retryAfter: 1,
  })(
    'One moment. Send the request again.',
    'Send the request again.',
    'Un instant. Renvoyez la requête.',
    'Renvoyez la requête.',
  ),
  history_incomplete: answer(503, { retryAfter: 5 })(
    'One part of the history cannot be read at present, because a database does not answer.',
    'Repeat later.',
    'Une partie de l’historique ne peut pas être lue pour le moment, parce qu’une base de données ne répond pas.',
    'Réessayez plus tard.',
  ),
  code_wrong: answer(422)(
    'The code is wrong.',
    'Read the code of the message again.',
    'Le code est faux.',
    'Relisez le code du message.',
  ),
  code_ended: answer(422)(
    'The code no longer counts. Ask for another message.',
    'Ask for another message.',
    'Le code n’est plus valable. Demandez un autre message.',
    'Demandez un autre message.',
  ),
  message_delayed: answer(503)(
    'No message would leave in time. Try again at the time that is given.',
    'Try again at the time that is given.',
    'Aucun message ne partirait à temps. Réessayez à l’heure indiquée.',
    'Réessayez à l’heure indiquée.',
  ),
  enrolment_ended: answer(422)(
    'The enrolment has ended. Start again.',
    'Start again.',
    'L’inscription est terminée. Recommencez.',
    'Recommencez.',
  ),
  faces_not_ready: answer(503, { includes: ['model_not_ready'] })(
    'The installation compares no faces yet.',
    'Wait until its operator has chosen the models.',
    'L’installation ne compare pas encore les visages.',
    'Attendez que son opérateur ait choisi les modèles.',
  ),
  face_capture: answer(422)(
    'The photograph cannot be used. Take another one.',
    'Take another photograph.',
    'La photo ne peut pas être utilisée. Prenez-en une autre.',
    'Prenez une autre photo.',
  ),
  face_not_recognised: answer(422)(
    'The face was not recognised.',
    'Take another photograph in a better light.',
    'Le visage n’a pas été reconnu.',
    'Prenez une autre photo dans une meilleure lumière.',
  ),
  too_many_devices: answer(422)(
    'The citizen has ten devices. One must be revoked first.',
    'Revoke a device first.',
    'Le citoyen a dix appareils. Il faut d’abord en révoquer un.',
    'Révoquez d’abord un appareil.',
  ),
  key_refused: answer(422)(
    'The key of the device was refused.',
    'Start the enrolment again.',
    'La clé de l’appareil a été refusée.',
    'Recommencez l’inscription.',
  ),
  signature_wrong: answer(422)(
    'The signature of the device is wrong.',
    'Sign in again, or enrol the device again.',
    'La signature de l’appareil est fausse.',
    'Reconnectez-vous, ou réinscrivez l’appareil.',
  ),
  number_wrong: answer(422)(
    'The number is not the one of the page. The request has ended.',
    'Begin the sign-in again.',
    'Le numéro n’est pas celui de la page. La demande est terminée.',
    'Recommencez la connexion.',
  ),
  approval_ended: answer(422)(
    'The request has ended.',
    'Begin the sign-in again, if you want it.',
    'La demande est terminée.',
    'Recommencez la connexion, si vous la voulez.',
  ),
  consent_ended: answer(422, { includes: ['consent_not_pending', 'consent_not_valid'] })(
    'The consent has ended or was answered.',
    'Read your consents again.',
    'Le consentement est terminé ou a déjà une réponse.',
    'Relisez vos consentements.',
  ),
  internal_error: answer(500)(
    'Internal error.',
    'Send the request again later.',
    'Erreur interne.',
    'Renvoyez la requête plus tard.',
  ),
} as const satisfies Record<string, RefusalEntry>

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
