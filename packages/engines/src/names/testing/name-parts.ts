/** Parts for invented Congolese names, from general knowledge and not from measured data. */

const words = (list: string): readonly string[] => list.trim().split(/\s+/)

/** Surnames and postnoms of the Kongo, Luba, Mongo, Ngala, Kivu and Katanga regions. */
export const surnames = words(`
  Lumbala Mpiana Kilolo Bosenge Lokwa Ekanga Mokili Bolamba Likofata Mayele Makiese Luzolo Nsona Lukoki
  Diangienda Byamungu Bisimwa Murhula Cirhuza Mugisho Ombeni Tambwe Shabani Lwamba Mwenze Kyola Mutamba
  Tshilombo Tshimbalanga Mpoyi Kadima Beya Cibanda Dibwe Kabuya Ntambwe Lubaki Mavungu Phambu Nzinga
  Makengo Mabiala Khonde Mbenza Ngimbi Vangu Bokele Mongala Ebengo Iyolo Esaka Lofembe Botuli Engbanda
  Gbanda Ngbokoso Yakoma Zongo Mbongo Sendwe Kyabula Mwilambwe Kisimba Chabu Mukalay Kazembe Mwaba
  Ngwej Yav Tshiyoyo Rubota Hangi Paluka Musubao Katungu Kyavu Siviri Vayikehya Mirindi Bagalwa Zihindula
  Nyakabwa Lomboto Bafwa Alimasi Okito Djamba Omba Shako Lohata Wembo Otshudi Onema Dimandja`)

export const maleNames = words(`
  Honoré Firmin Lucien Gilbert Norbert Célestin Hilaire Anselme Théophile Barthélemy Cyprien Didier Edmond
  Félicien Gauthier Hubert Ignace Jérôme Léonard Maurice Narcisse Oscar Placide Raphaël Sébastien Thierry
  Urbain Valentin Wilfrid Zacharie Achille Bonaventure Déogratias Floribert Godefroid Innocent Jean Rémy`)

export const femaleNames = words(`
  Odile Clarisse Bernadette Georgette Yolande Huguette Pélagie Scholastique Agathe Brigitte Cécile Delphine
  Edwige Félicité Générose Henriette Immaculée Jacqueline Léontine Madeleine Nicole Ornella Perpétue Régine
  Stella Thècle Ursule Viviane Wivine Yvonne Zénaïde Antoinette Blandine Cathy Dorothée Élodie Fifi Micheline`)

/** The same name of a man and of a woman, for every feminine form of French. */
export const genderPairs: readonly (readonly [man: string, woman: string])[] = words(`
  Firmin/Firmine Lucien/Lucienne Gilbert/Gilberte Norbert/Norberte Célestin/Célestine Edmond/Edmonde
  Valentin/Valentine Raphaël/Raphaëlle Gabriel/Gabrielle Gabriel/Gabriela René/Renée Aimé/Aimée
  Désiré/Désirée François/Françoise Louis/Louise Simon/Simone Yvon/Yvonne Léon/Léonie Bernard/Bernarde
  Bernard/Bernadette Georges/Georgette Henri/Henriette Antoine/Antoinette Théophile/Théophilie Émile/Émilie
  Valère/Valérie Stéphane/Stéphanie Eugène/Eugénie Alexandre/Alexandra Mario/Maria Victor/Victoire
  Victor/Victorine Éric/Érica Frédéric/Frédérique Robert/Roberta Félicien/Félicienne Cyprien/Cyprienne
  Julien/Julienne Fabien/Fabienne Adrien/Adrienne Laurent/Laurence Constant/Constance Roland/Rolande
  Gérald/Géralda Emmanuel/Emmanuelle Samuel/Samuela Ali/Alia Ange/Angela Noël/Noëlla Clément/Clémence
  Marcelin/Marceline Crispin/Crispine Bertrand/Bertrande Hubert/Huberte Anselm/Anselma Sylvain/Sylvaine
  Germain/Germaine Romain/Romaine Yves/Yvette Nicolas/Nicole Albert/Albertine`).map(
  (pair) => pair.split('/') as [string, string],
)

/** Names whose nasal or vowel is written with an apostrophe. */
export const apostropheNames = words("N'Sele M'Pia N'Djoli M'Buku N'Zau M'Fumu N'Guz O'Kenge")

export const titles = words(
  'M. Mr Mme Mlle Dr Prof. Ir Me Hon. Mgr Général Maître Docteur Monsieur Pasteur Col.',
)
export const links = words('wa ya de ba')
export const marriages = words('épouse Epse ép. veuve')
