import { entry } from './operator-error-entry.ts'

/** Errors of the models and calibrations behind a score: of credit, and of the similarity of faces. */
export const scoreErrors = {
  credit_model_not_found: entry(
    'There is no stored model of Credit Scoring with this version.',
    'Compare the version with the list, or name the file of the model.',
  ),
  credit_score_not_found: entry(
    'There is no record of a credit score with this id, or its retention ended.',
    'Compare the id with the result of the call. It begins with crs_.',
  ),
  face_calibration_not_found: entry(
    'There is no stored calibration of the similarity with this identifier.',
    'Compare the identifier with the list, or name the file of the calibration.',
  ),
  face_calibration_invalid: entry(
    'The file is no calibration of the recogniser.',
    'Fit another one, with the recogniser of the installation.',
  ),
  face_fit_refused: entry(
    'The similarity cannot be fitted to the people of the list.',
    'Add photographs of as many more people as the message names, and repeat.',
  ),
  face_source_refused: entry(
    'The installation refuses to enrol photographs whose origin is a file.',
    'Enrol photographs that a clerk or the app took, and name their source.',
  ),
}
