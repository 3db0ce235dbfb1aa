import { answer, conflict, invalid, missing, type RefusalEntry } from './entry.ts'

/** Refusals of applications, their money, certificates and webhooks, and of the files that staff give. */
export const applicationRefusals = {
  payment_provider_unavailable: answer(503, { retryAfter: 60 })(
    'The payment provider did not accept the request.',
    'Repeat the request later. Within an hour it has the same id, and the provider collects once for each id.',
    'Le prestataire de paiement n’a pas accepté la demande.',
    'Recommencez plus tard. Pendant une heure, la demande garde son identifiant et n’est encaissée qu’une fois.',
  ),
  file_not_found: missing(
    'A file does not exist.',
    'Check the path.',
    'Un fichier n’existe pas.',
    'Vérifiez le chemin.',
  ),
  file_unusable: invalid(
    'A file cannot be used as it is.',
    'Correct the file, and repeat.',
    'Un fichier n’est pas utilisable tel quel.',
    'Corrigez le fichier et recommencez.',
  ),
  file_exists: conflict(
    'A file that would be written exists already. It may be the only copy of a key.',
    'Name another directory, or move the file away.',
    'Un fichier à écrire existe déjà. C’est peut-être la seule copie d’une clé.',
    'Indiquez un autre dossier, ou déplacez le fichier.',
  ),
  application_not_found: missing(
    'There is no application with this id.',
    'Compare the id with the list.',
    'Aucune application n’a cet identifiant.',
    'Comparez l’identifiant avec la liste.',
  ),
  application_not_named: invalid(
    'No application was named, and this installation has no demo application.',
    'Name the application by its id.',
    'Aucune application n’est indiquée, et cette installation n’a pas d’application de démonstration.',
    'Indiquez l’application par son identifiant.',
  ),
  application_logo_invalid: invalid(
    'The file cannot be the logo of an application.',
    'Use a PNG or JPEG of at most 1 MB and at least 64 by 64 pixels.',
    'Le fichier ne peut pas être le logo d’une application.',
    'Utilisez un PNG ou un JPEG d’au plus 1 Mo et d’au moins 64 pixels sur 64.',
  ),
  application_setting_invalid: invalid(
    'A setting of an application has a value that is not allowed.',
    'Use one of the values that the message names.',
    'Un réglage de l’application a une valeur qui n’est pas admise.',
    'Utilisez l’une des valeurs que le message indique.',
  ),
  certificate_not_found: missing(
    'The application has no valid certificate with this thumbprint.',
    'Compare the thumbprint with those of the application.',
    'L’application n’a pas de certificat valide avec cette empreinte.',
    'Comparez l’empreinte avec celles de l’application.',
  ),
  certificate_request_invalid: invalid(
    'The certificate signing request cannot be accepted.',
    'Create another signing request, for example with: openssl req -new',
    'La demande de certificat ne peut pas être acceptée.',
    'Créez une autre demande, par exemple avec : openssl req -new',
  ),
  billing_object_not_found: missing(
    'The organization has no such invoice, payment or request.',
    'Compare the id with the list.',
    'L’organisation n’a pas cette facture, ce paiement ou cette demande.',
    'Comparez l’identifiant avec la liste.',
  ),
  billing_value_invalid: invalid(
    'A value of a billing command is not allowed.',
    'Correct the value, and repeat.',
    'Une valeur de facturation n’est pas admise.',
    'Corrigez la valeur et recommencez.',
  ),
  billing_books_differ: conflict(
    'The charges, the ledger and the invoices of an organization contradict each other.',
    'Keep the output, and find the cause before any invoice is issued.',
    'Les frais, le grand livre et les factures d’une organisation se contredisent.',
    'Gardez la sortie et trouvez la cause avant d’émettre une facture.',
  ),
  billing_conflict: conflict(
    'The state of the invoice, the payment or the wallet does not permit the act.',
    'Read the current state first.',
    'L’état de la facture, du paiement ou du portefeuille ne permet pas cette action.',
    'Relisez d’abord l’état actuel.',
  ),
  webhook_endpoint_not_found: missing(
    'The application has no webhook endpoint.',
    'Register an endpoint first.',
    'L’application n’a pas de point de réception de webhooks.',
    'Enregistrez d’abord un point de réception.',
  ),
  webhook_endpoint_invalid: invalid(
    'The URL or the event types of a webhook endpoint are not allowed.',
    'Use a public https URL and event types that the message names.',
    'L’URL ou les types d’événements du point de réception ne sont pas admis.',
    'Utilisez une URL https publique et les types d’événements que le message indique.',
  ),
  event_not_found: missing(
    'The application has no such event of the last 30 days.',
    'Check the id of the event and the application.',
    'L’application n’a pas cet événement dans les 30 derniers jours.',
    'Vérifiez l’identifiant de l’événement et l’application.',
  ),
  register_file_unusable: invalid(
    'The import file cannot be read past a line.',
    'Correct the file, and import it again. The records before that line are written.',
    'Le fichier d’import n’est pas lisible après une ligne.',
    'Corrigez le fichier et importez-le de nouveau. Les enregistrements avant cette ligne sont écrits.',
  ),
  records_refused: invalid(
    'The import is complete, but some records of the file were refused.',
    'Correct these records and import them again.',
    'L’import est complet, mais certains enregistrements du fichier ont été refusés.',
    'Corrigez ces enregistrements et importez-les de nouveau.',
  ),
  import_interrupted: invalid(
    'The import stopped before the end of the file.',
    'Repeat the import to continue.',
    'L’import s’est arrêté avant la fin du fichier.',
    'Recommencez l’import pour continuer.',
  ),
} as const satisfies Record<string, RefusalEntry>
