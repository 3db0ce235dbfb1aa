import { answer, conflict, invalid, missing, type RefusalEntry } from './entry.ts'

/** The general codes of the pages for staff: an answer has one of these, or a code with a status of its own. */
export const pageRefusals = {
  invalid_request: answer(400, { includes: ['malformed_body'] })(
    'The request is malformed.',
    'Correct the field that the answer names.',
    'La requête ou une valeur n’est pas admise.',
    'Corrigez le champ que la réponse indique.',
  ),
  request_not_from_page: answer(403)(
    'A change needs the header X-Nani-App: 1, the content type application/json, and the origin of the page.',
    'Send it from the page.',
    'Une modification demande l’en-tête X-Nani-App: 1, le type application/json et l’origine de la page.',
    'Envoyez-la depuis la page.',
  ),
  not_found: answer(404)(
    'There is no such object.',
    'Read the list again.',
    'Cet objet n’existe pas, ou vous n’y avez pas accès.',
    'Relisez la liste.',
  ),
  conflict: answer(409)(
    'The state of the object does not permit the act.',
    'Read the current state first.',
    'L’état de l’objet ne permet pas cette action.',
    'Relisez d’abord l’état actuel.',
  ),
  payload_too_large: answer(413)(
    'The body is too large.',
    'Send a smaller file.',
    'Le contenu est trop volumineux.',
    'Envoyez un fichier plus petit.',
  ),
  internal_error: answer(500)(
    'Internal error.',
    'Repeat later. If it remains, report the id of the request.',
    'Erreur interne.',
    'Réessayez plus tard. Si elle persiste, signalez l’identifiant de la requête.',
  ),
  busy: answer(503, { includes: ['overloaded', 'register_unavailable'], retryAfter: 1 })(
    'The server is busy, or a database does not answer. Send the request again.',
    'Send the request again.',
    'Le serveur est occupé, ou une base de données ne répond pas. Renvoyez la requête.',
    'Renvoyez la requête.',
  ),
} as const satisfies Record<string, RefusalEntry>

/** Refusals of accounts, organizations and their members. */
export const peopleRefusals = {
  not_permitted: answer(403)(
    'The roles of the operator do not permit the act.',
    'Ask an operator with one of the named roles.',
    'Vos rôles ne permettent pas cette action.',
    'Demandez à une personne qui a l’un des rôles indiqués.',
  ),
  not_signed_in: answer(401)(
    'There is no session, it has ended, or the e-mail address and the password do not belong together.',
    'Sign in, and repeat.',
    'Il n’y a pas de session, elle est terminée, ou l’adresse e-mail et le mot de passe ne correspondent pas.',
    'Connectez-vous et recommencez.',
  ),
  second_factor_required: answer(403)(
    'The act needs a second factor, or a second factor of the last five minutes.',
    'Give the second factor, and repeat. If the account has none, add one first.',
    'Cette action demande un second facteur, ou un second facteur des cinq dernières minutes.',
    'Donnez le second facteur et recommencez. Si le compte n’en a pas, ajoutez-en un d’abord.',
  ),
  too_many_attempts: answer(429, { includes: ['rate_limited'] })(
    'There were too many attempts in fifteen minutes.',
    'Repeat after the time that the error names.',
    'Il y a eu trop de tentatives.',
    'Recommencez après le temps indiqué.',
  ),
  identity_not_offered: conflict(
    'The console has no sign-in with the national identity.',
    'Sign in with your password. An operator chooses an application for it.',
    'La console n’offre pas la connexion avec l’identité nationale.',
    'Connectez-vous avec votre mot de passe. Un opérateur choisit une application pour cela.',
  ),
  identity_taken: conflict(
    'The account has a national identity already, or another account has this one.',
    'Remove the other link first.',
    'Le compte a déjà une identité nationale, ou un autre compte a celle-ci.',
    'Retirez d’abord l’autre lien.',
  ),
  identity_application_unusable: invalid(
    'The console cannot sign people in with this application.',
    'Use an application of production that is approved for sso_login. It returns to the address of the console with /identity. In a demo, one of the sandbox is possible.',
    'La console ne peut pas connecter de personnes avec cette application.',
    "Utilisez une application de production approuvée pour sso_login. Elle revient à l'adresse de la console suivie de /identity. Dans une démonstration, le bac à sable est possible.",
  ),
  password_refused: invalid(
    'The password has fewer than 12 or more than 128 characters, or it is a common one.',
    'Choose another password.',
    'Le mot de passe a moins de 12 ou plus de 128 caractères, ou il est trop courant.',
    'Choisissez un autre mot de passe.',
  ),
  object_not_found: missing(
    'There is no such object.',
    'Compare the id with the list.',
    'Cet objet n’existe pas.',
    'Comparez l’identifiant avec la liste.',
  ),
  changed_meanwhile: answer(412)(
    'Another person changed the object in the meantime.',
    'Read the current object, and repeat the change with its version.',
    'Une autre personne a modifié l’objet entre-temps.',
    'Relisez l’objet actuel et refaites la modification.',
  ),
  last_owner: answer(409)(
    'The member is the last Owner of the organization.',
    'Give the role Owner to another member first.',
    'Ce membre est le dernier propriétaire de l’organisation.',
    'Donnez d’abord le rôle de propriétaire à un autre membre.',
  ),
  state_conflict: {
    ...conflict(
      'The state of the object does not permit the act.',
      'Read the current state. The message names the condition.',
      'L’état de l’objet ne permet pas cette action.',
      'Relisez l’état actuel. Le message indique la condition.',
    ),
    isReason: false,
  },
  organization_not_found: missing(
    'There is no organization with this id.',
    'Compare the id with the list.',
    'Aucune organisation n’a cet identifiant.',
    'Comparez l’identifiant avec la liste.',
  ),
  second_person_required: conflict(
    'The person who proposed a decision cannot make it.',
    'Ask another investigator to decide.',
    'La personne qui a proposé une décision ne peut pas la prendre.',
    'Demandez à une autre personne de décider.',
  ),
  second_account_required: conflict(
    'The same account of the operating system made the proposal.',
    'The other person must log in to the machine with another account, and repeat.',
    'La proposition vient du même compte du système d’exploitation.',
    'L’autre personne doit ouvrir une session avec un autre compte et recommencer.',
  ),
  reason_required: invalid(
    'The act needs a reason or a text.',
    'Repeat with a reason or a text.',
    'Cette action demande un motif ou un texte.',
    'Recommencez avec un motif ou un texte.',
  ),
  text_too_long: invalid(
    'A text is longer than the maximum.',
    'Shorten the text.',
    'Un texte dépasse la longueur maximale.',
    'Raccourcissez le texte.',
  ),
  value_invalid: invalid(
    'A value is not allowed.',
    'Correct the value, and repeat.',
    'Une valeur n’est pas admise.',
    'Corrigez la valeur et recommencez.',
  ),
  history_incomplete: answer(503, { retryAfter: 5 })(
    'Part of the history cannot be read at present, because a database does not answer.',
    'Repeat later.',
    'Une partie de l’historique ne peut pas être lue pour le moment, parce qu’une base de données ne répond pas.',
    'Réessayez plus tard.',
  ),
} as const satisfies Record<string, RefusalEntry>
