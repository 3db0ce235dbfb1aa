import type { Say } from '../../staff/language.tsx'

export const actName = (say: Say, act: string): string => {
  const names: Record<string, string> = {
    'organizations.suspend': say('Suspend an organization', 'Suspendre une organisation'),
    'organizations.restore': say('Restore an organization', 'Rétablir une organisation'),
    'operators.recover_second_factor': say('Remove a lost second factor', 'Retirer un second facteur perdu'),
    'applications.restore_service': say('Give a suspended service back', 'Rendre un service suspendu'),
    'enrolment.correct_citizen': say('Correct a citizen', 'Corriger un citoyen'),
    'reviews.decide': say('Decide a review', 'Trancher un examen'),
  }
  return names[act] ?? act
}
