import type { ErrorCode } from '../errors.ts'

/**
 * The sentences of the error catalogue in French, for the people who read the log of calls. Callers get English. A code without
 * French does not compile.
 */
export const callerFrench: Readonly<Record<ErrorCode, string>> = {
  authentication_required: 'Un en-tête de signature manque ou est mal formé.',
  invalid_api_key: 'La clé API est inconnue, révoquée ou de l’autre environnement.',
  timestamp_out_of_window: 'L’horodatage est à plus de 300 secondes de l’heure du serveur.',
  invalid_signature: 'La signature n’est pas valable.',
  nonce_reused: 'Le nonce a déjà servi. Créez-en un nouveau pour chaque requête.',
  certificate_required: 'Les appels de production demandent un certificat client.',
  certificate_mismatch: 'Le certificat client n’est pas enregistré pour l’application de cette clé API.',
  ip_not_allowed: 'L’adresse appelante n’est pas sur la liste autorisée de l’application.',
  production_access_required: 'L’application n’a pas d’approbation de production pour ce service.',
  service_not_enabled: 'Le service n’est pas activé sur cette application.',
  rate_limited: 'Trop d’appels dans cette seconde. Attendez et réessayez.',
  decryption_failed:
    'Le contenu ne se déchiffre pas : vérifiez la clé, l’IV de 12 octets et l’étiquette d’authentification.',
  malformed_body:
    'Le contenu n’est pas un objet JSON, ou n’a pas l’enveloppe de chiffrement {"payload": "…"}.',
  invalid_request: 'Un champ manque, a un mauvais type ou est hors des limites.',
  invalid_identifier: 'La valeur de l’identifiant n’a pas le format de son type.',
  unsupported_identifier_type: 'Le service n’accepte pas ce type d’identifiant.',
  idempotency_key_reused:
    'Cette Idempotency-Key a servi pour une autre méthode, un autre chemin ou un autre contenu.',
  idempotency_in_progress: 'La première requête avec cette Idempotency-Key est encore en cours.',
  purpose_not_approved: 'La finalité n’est pas approuvée pour cette application.',
  scope_not_granted: 'Une portée demandée n’est pas accordée à cette application.',
  consent_required: 'Le citoyen n’a pas donné de consentement valable à cette application.',
  insufficient_balance: 'Le portefeuille prépayé ne couvre pas cette requête.',
  credit_limit_reached: 'La limite de crédit du compte postpayé est atteinte.',
  quota_exceeded: 'Le quota de ce service pour la période est épuisé.',
  batch_quota_exceeded: 'Le quota de lots du jour est épuisé ; il reprend à 00:00 UTC.',
  batch_too_large:
    'Le lot a trop d’éléments, ou ses fichiers rendent la réponse trop grande. Le maximum est de 50 éléments en synchrone et de 10 000 en asynchrone.',
  batch_cancelled: 'Le lot a été annulé avant le traitement de cet élément.',
  batch_not_cancellable: 'Le lot est déjà terminé.',
  batch_not_found: 'Le lot n’existe pas, ou date de plus de 30 jours.',
  job_not_found: 'La tâche n’existe pas, ou date de plus de 30 jours.',
  not_found: 'La ressource n’existe pas.',
  method_not_allowed: 'Ce chemin n’accepte pas cette méthode.',
  payload_too_large: 'Le contenu dépasse 16 Mio (appel simple) ou 64 Mio (lot).',
  file_link_expired:
    'Le lien du fichier est expiré ou modifié. Relisez le résultat pour obtenir un nouveau lien.',
  image_quality_insufficient: 'L’image n’est pas utilisable. Prenez une autre photo.',
  no_face_detected: 'Aucun visage n’a été trouvé dans l’image.',
  multiple_faces_detected: 'Plusieurs visages ont été trouvés dans l’image.',
  liveness_failed: 'L’image ne montre pas une personne présente.',
  image_unreachable: 'L’URL de l’image n’a pas pu être lue.',
  internal_error:
    'Le serveur a eu une erreur interne. Vous pouvez réessayer sans risque avec la même Idempotency-Key.',
  register_unavailable:
    'Le registre d’identité n’a pas répondu à temps. Vous pouvez réessayer sans risque avec la même Idempotency-Key.',
  model_not_ready:
    'Le service n’a pas encore de modèle de production : son opérateur doit en activer ou en accepter un. Rien n’a été facturé.',
  overloaded: 'Le service est surchargé. Attendez et réessayez.',
}
