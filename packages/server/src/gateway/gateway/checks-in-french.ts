import type { CheckName } from './check-table.ts'

/**
 * The names and the rules of the table of checks in French, for the people who read the log of calls. A check without French
 * does not compile.
 */
export const checksInFrench: Readonly<Record<CheckName, { name: string; rule: string }>> = {
  'Body size': {
    name: 'Taille du contenu',
    rule: 'Le contenu ne dépasse pas 16 Mio, ou 64 Mio pour un lot',
  },
  'Signing headers': {
    name: 'En-têtes de signature',
    rule: 'Les en-têtes de signature sont présents et bien formés',
  },
  'API key': { name: 'Clé API', rule: 'La clé est connue, non révoquée et de cet environnement' },
  'Server clock': {
    name: 'Horloge du serveur',
    rule: 'L’horloge du serveur concorde avec celle de sa base de données',
  },
  Timestamp: { name: 'Horodatage', rule: 'L’horodatage est à 300 secondes au plus de l’heure du serveur' },
  'IV of the body': {
    name: 'IV du contenu',
    rule: 'Un contenu a un IV, même si aucun en-tête n’annonce sa longueur',
  },
  Signature: { name: 'Signature', rule: 'La signature des neuf lignes est juste' },
  'Client certificate': {
    name: 'Certificat client',
    rule: 'En production, le certificat client est enregistré pour l’application',
  },
  'IP allowlist': {
    name: 'Adresses autorisées',
    rule: 'L’adresse est sur la liste autorisée de l’application',
  },
  Nonce: { name: 'Nonce', rule: 'Le nonce n’a pas encore servi' },
  'Production access': {
    name: 'Accès à la production',
    rule: 'En production, l’application est approuvée pour le service',
  },
  'Enabled service': { name: 'Service activé', rule: 'L’application a activé le service' },
  'Burst guard': {
    name: 'Appels par seconde',
    rule: 'Les appels de cette seconde sont dans la limite de l’application',
  },
  Route: { name: 'Chemin', rule: 'Le chemin et la méthode existent' },
  Decryption: {
    name: 'Déchiffrement',
    rule: 'Le contenu est une enveloppe de chiffrement, et se déchiffre',
  },
  JSON: { name: 'JSON', rule: 'Le contenu déchiffré est un objet JSON de structure bornée' },
  'Idempotency key': {
    name: 'Clé d’idempotence',
    rule: 'L’Idempotency-Key d’un POST est un UUID',
  },
  'Idempotent replay': {
    name: 'Requête répétée',
    rule: 'L’Idempotency-Key n’appartient ni à une autre requête ni à une requête en cours ; une réponse gardée est rejouée',
  },
  Fields: { name: 'Champs', rule: 'Les champs et l’identifiant sont valables' },
  Purpose: { name: 'Finalité', rule: 'La finalité est approuvée pour l’application' },
  Scopes: { name: 'Portées', rule: 'Chaque portée demandée est accordée à l’application' },
  Consent: {
    name: 'Consentement',
    rule: 'Le citoyen a donné un consentement valable (score de crédit seulement)',
  },
  Quota: { name: 'Quota', rule: 'Les appels de la période sont dans le quota' },
  Funds: { name: 'Fonds', rule: 'Le portefeuille de l’organisation couvre l’appel' },
}
