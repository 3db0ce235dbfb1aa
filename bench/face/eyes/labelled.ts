/**
 * Photographs of Labeled Faces in the Wild with both eyes closed, or with a gaze so low that the eyes are not visible.
 * A person of the project checked 1,078 of 2,416 photographs: those with the lowest openness by the eye model, and
 * those with a high rank in another measure.
 */
export const closed: ReadonlySet<string> = new Set([
  'lfw/Adam_Freier_0001.jpg',
  'lfw/Barbara_Brezigar_0001.jpg',
  'lfw/Beth_Jones_0002.jpg',
  'lfw/Celine_Dion_0003.jpg',
  'lfw/Erika_Harold_0003.jpg',
  'lfw/Erika_Harold_0004.jpg',
  'lfw/Gary_Winnick_0002.jpg',
  'lfw/Jennifer_Capriati_0042.jpg',
  'lfw/John_Paul_II_0004.jpg',
  'lfw/John_Richardson_0001.jpg',
  'lfw/Junichi_Inamoto_0001.jpg',
  'lfw/Laura_Flessel_0001.jpg',
  'lfw/Mark_Heller_0001.jpg',
  'lfw/Maureen_Fanning_0002.jpg',
  'lfw/Michelle_Branch_0001.jpg',
  'lfw/Salman_Khan_0001.jpg',
  'lfw/Thomas_Birmingham_0002.jpg',
  'lfw/Tom_Foy_0001.jpg',
  'lfw/Troy_Polamalu_0001.jpg',
  'lfw/Will_Ferrell_0001.jpg',
])

/** Too blurred or too narrow for a person to decide: neither fitted nor counted. */
export const doubtful: ReadonlySet<string> = new Set([
  'lfw/Elijah_Wood_0002.jpg',
  'lfw/Hu_Maoyuan_0001.jpg',
  'lfw/Jennifer_Pena_0001.jpg',
  'lfw/John_Paul_II_0008.jpg',
  'lfw/Justin_Guarini_0001.jpg',
  'lfw/Kim_Dae-jung_0002.jpg',
  'lfw/Lubomir_Zaoralek_0001.jpg',
  'lfw/Martin_Gecht_0001.jpg',
  'lfw/Paul_Brandt_0001.jpg',
  'lfw/Paul_Martin_0001.jpg',
  'lfw/Roseanne_Barr_0001.jpg',
  'lfw/Shavon_Earp_0001.jpg',
  'lfw/Sila_Calderon_0001.jpg',
  'lfw/Teri_Files_0001.jpg',
  'lfw/Tung_Chee-hwa_0001.jpg',
])
