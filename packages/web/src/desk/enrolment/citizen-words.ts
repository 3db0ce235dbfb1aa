import type { Say } from '../../staff/language.tsx'
import type { AccountStatus, DocumentType } from './citizen.ts'

export const accountStatusName = (say: Say, status: AccountStatus): string =>
  ({
    active: say('Active', 'Actif'),
    suspended: say('Suspended', 'Suspendu'),
    paused: say('Paused', 'En pause'),
    deleted: say('Deleted', 'Supprimé'),
  })[status]

export const documentTypeName = (say: Say, type: DocumentType): string =>
  ({
    passport: say('Passport', 'Passeport'),
    ceni: say('Voter’s card (CENI)', 'Carte d’électeur (CENI)'),
    driving_licence: say('Driving licence', 'Permis de conduire'),
    national_id: say('National identity card', 'Carte d’identité nationale'),
  })[type]

/** The name of a field of a citizen or of a document, as forms and comparisons show it. */
export const fieldName = (say: Say, field: string): string => {
  const names: Record<string, string> = {
    svc_id: say('Number of the citizen', 'Numéro du citoyen'),
    first_name: say('First names', 'Prénoms'),
    last_name: say('Last name', 'Nom'),
    full_name: say('Full name', 'Nom complet'),
    date_of_birth: say('Date of birth', 'Date de naissance'),
    gender: say('Gender', 'Sexe'),
    nationality: say('Nationality', 'Nationalité'),
    level_of_assurance: say('Level of assurance', 'Niveau d’assurance'),
    certified: say('Certified', 'Certifié'),
    place_of_birth: say('Place of birth', 'Lieu de naissance'),
    birth_country: say('Country of birth', 'Pays de naissance'),
    birth_province: say('Province of birth', 'Province de naissance'),
    birth_city: say('City of birth', 'Ville de naissance'),
    phone: say('Phone number', 'Numéro de téléphone'),
    email: say('Email address', 'Adresse électronique'),
    type: say('Kind of document', 'Type de document'),
    number: say('Number of the document', 'Numéro du document'),
    issued_at: say('Issued on', 'Délivré le'),
    expires_at: say('Expires on', 'Expire le'),
    issuing_authority: say('Issued by', 'Délivré par'),
    image: say('Image of the document', 'Image du document'),
  }
  return names[field] ?? field
}

export const fieldNote = (say: Say, field: string): string | undefined => {
  const country = say('Three letters, such as COD', 'Trois lettres, par exemple COD')
  const notes: Record<string, string> = {
    svc_id: say('Such as COD-1234-5678-9012', 'Par exemple COD-1234-5678-9012'),
    full_name: say('Empty: last name, then first names', 'Vide : nom, puis prénoms'),
    phone: say('Such as +243812345678', 'Par exemple +243812345678'),
    nationality: country,
    birth_country: country,
  }
  return notes[field]
}

export const genderName = (say: Say, gender: string): string =>
  gender === 'female' ? say('Female', 'Féminin') : say('Male', 'Masculin')

/** A value as a person reads it. */
export const shownValue = (say: Say, field: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? say('Yes', 'Oui') : say('No', 'Non')
  if (field === 'gender') return genderName(say, String(value))
  if (field === 'type') return documentTypeName(say, value as DocumentType)
  return typeof value === 'object' ? Object.values(value).join(', ') : String(value)
}

/** The advice for a portrait that the server refused. */
export const portraitAdvice = (say: Say, code: string): string => {
  const advice: Record<string, string> = {
    image_too_small: say(
      'The image is too small. Use a better camera.',
      'L’image est trop petite. Prenez une meilleure caméra.',
    ),
    face_too_small: say('The face is too far. Come closer.', 'Le visage est trop loin. Rapprochez-le.'),
    blurred: say('The image is blurred. Hold still.', 'L’image est floue. Il ne faut pas bouger.'),
    underexposed: say('The image is too dark. Add light.', 'L’image est trop sombre. Ajoutez de la lumière.'),
    overexposed: say(
      'The image is too bright. Avoid direct light.',
      'L’image est trop claire. Évitez la lumière directe.',
    ),
    compressed: say(
      'The image has lost detail. Use the original.',
      'L’image a perdu des détails. Prenez l’original.',
    ),
    not_facing_camera: say('The person must look into the camera.', 'La personne doit regarder la caméra.'),
    eyes_closed: say('The eyes are closed.', 'Les yeux sont fermés.'),
    face_occluded: say(
      'Something covers the face. Remove it.',
      'Quelque chose couvre le visage. Retirez-le.',
    ),
    no_face_detected: say('There is no face in the image.', 'Il n’y a aucun visage sur l’image.'),
    multiple_faces_detected: say(
      'Only one person may be in the image.',
      'Une seule personne doit être sur l’image.',
    ),
    liveness_failed: say(
      'The check of a living person failed. Take a picture of the person, not of a paper or a screen.',
      'Le contrôle du vivant a échoué. Photographiez la personne, pas un papier ni un écran.',
    ),
  }
  return (
    advice[code] ??
    say('The image cannot be used. Take another.', 'L’image ne convient pas. Prenez-en une autre.')
  )
}

/** The one thing to change while the camera is open. */
export const cameraHint = (say: Say, hint: string): string => {
  const hints: Record<string, string> = {
    starting: say('The camera starts…', 'La caméra démarre…'),
    too_dark: say('Too dark. Add light.', 'Trop sombre. Ajoutez de la lumière.'),
    too_bright: say('Too bright. Avoid direct light.', 'Trop clair. Évitez la lumière directe.'),
    no_face: say('No face is visible.', 'Aucun visage n’est visible.'),
    several_faces: say('There are several faces.', 'Il y a plusieurs visages.'),
    blurred: say('Hold still.', 'Ne bougez pas.'),
    good: say('Good. Take the picture.', 'C’est bon. Prenez la photo.'),
  }
  return hints[hint] ?? ''
}
