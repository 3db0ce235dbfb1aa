/** Congolese names (nom, postnom, prénom), by the region of their origin. */
export type Region = 'kongo' | 'luba' | 'katanga' | 'kivu' | 'equateur' | 'bandundu'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Noms and postnoms, frequent ones first. */
export const familyNames: Record<Region, readonly string[]> = {
  kongo: words(`Nsimba Nzuzi Matondo Luzolo Makiese Mavungu Nlandu Mbumba Kiala Ngoma Phambu Mabiala Lukoki
    Nsona Landu Mpanzu Nkanza Lusala Mayamba Kimfuta Ndombasi Luvumbu Nkosi Vangu Lelo Bikindou Makaya Nzau
    Tsasa Mvumbi Khonde Mbungu Diasivi Masiala Zola Kanda Malonda N’Landu N’Sele Bazola Lutete Kinkela Nsiala`),
  luba: words(`Mukendi Kabeya Tshibangu Ilunga Kazadi Mutombo Mbuyi Kalala Tshimanga Kabongo Mulumba Ngalula
    Ntumba Kanku Tshilombo Muamba Bukasa Katumba Mpoyi Beya Badibanga Kalonji Ngandu Tshiala Kapinga Mbombo
    Ndaya Odia Biduaya Kamuanga Luboya Musasa Nkongolo Tshilumba Lukusa Tshiunza Mujinga Mbaya Kadima Bakajika
    Dibaya Tshitenge Ngalamulume Kankolongo`),
  katanga: words(`Kasongo Banza Ngoy Kyungu Mwamba Numbi Umba Kabamba Kayembe Nkulu Ilunga Mulongo Kalenga
    Monga Mukalay Kitenge Mutonkole Kabange Mwilambwe Kabwe Mulunda Ngoie Bilonda Kaumba Mbayo Kilolo Musonda
    Chola Kapend Kazembe Mwape Tshikala Katanga Nawej Mutomb Rumb Kabulo N’Kulu Feza Lumbwe Senga Kisimba`),
  kivu: words(`Kambale Kasereka Paluku Muhindo Katembo Kakule Kavira Masika Kahindo Kanyere Baraka Bahati Amani
    Mugisho Bisimwa Cirhuza Bashige Nabintu Furaha Zawadi Neema Sifa Fatuma Mapenzi Riziki Mushagalusa Byamungu
    Chishugi Birindwa Mutabazi Musubao Vahwere Kyakimwa Syaluha Nyamugabo Kalinda Bulambo Wabiwa Ramazani
    Assani Mwanza Kitoko Habimana Shukuru`),
  equateur: words(`Bolamba Ekila Mboyo Lokwa Bokungu Ilonga Mpia Bolumbu Botuli Efoloko Ngbanda Gbenga Bosenge
    Ekofo Lomami Boyoma Mbula Bongongo Ikolo Isomi Lokonga Mobeka Molongo Ngboyo Ekanga Elenga Bofola Mondonga
    Likambo Libanza Lisasi Motuta Mongo Embeya Bokele Boketsu Ndongo Wenge Losala Basele Yema Akula`),
  bandundu: words(`Mafuta Mayala Mubiala Mbaki Kibala Mungala Munganga Lukombo Kipulu Ngongo Mbala Kapita Mbo
    Mukoko Mbuku Masamba Kikuni Mumbere Ntoya Mpiana Iyeli Bolakofo Mayele Kimvula Mazono Mbwete Kisangala Luhaka
    Nkoy Mabaya Mputu Ngwala Kasai Munene Ndolo Kabuya Pindi Malemba Tamba Labila Matungulu Mushiete`),
}

/** Given names of men, frequent ones first. */
export const maleNames =
  words(`Jean Joseph Pierre Patrick Christian Dieudonné Emmanuel André Daniel David Paul
  Alain Héritier Jonathan Michel Fabrice Patient Trésor Josué Merveil Augustin Gédéon Bienvenu Serge Éric Olivier
  Blaise Cédric Didier Espoir Exaucé Faustin Félicien Fiston Franck Freddy Gaël Gauthier Georges Guylain Hervé
  Innocent Jacques Janvier Jérémie Jérôme Joël Justin Landry Laurent Léon Lucien Marcel Martin Moïse Nathan Noël
  Pascal Platini Prince Raphaël René Richard Robert Roger Samuel Sylvain Sylvestre Théophile Thierry Urbain Victor
  Yannick Yves Zacharie Alphonse Albert Benoît Célestin Constantin Déogratias Fidèle Gratien Hilaire Irénée`)

/** Given names of women, frequent ones first. */
export const femaleNames =
  words(`Marie Jeanne Chantal Béatrice Esther Grâce Rachel Ruth Sarah Élisabeth Joséphine
  Thérèse Christine Claudine Espérance Angélique Bénédicte Carine Clarisse Dorcas Déborah Aimée Alice Anastasie
  Annie Antoinette Astrid Aline Blandine Brigitte Caroline Cécile Charlotte Christelle Clémentine Colette Divine
  Dorothée Élodie Émilie Ève Exaucée Fabiola Félicité Fifi Francine Gisèle Gloire Gloria Gracia Henriette Hélène
  Hortense Huguette Irène Jacqueline Judith Julienne Justine Léontine Louise Lydie Madeleine Martine Micheline
  Mireille Monique Nadine Naomi Odette Pascaline Pauline Plamedi Prisca Rebecca Rosette Séphora Solange Sylvie
  Valérie Véronique Victorine Viviane Yvette Zoé Rose Bernadette Furaha Julie`)

/** Second halves of a compound given name: Jean-Pierre, Marie-Claire. */
export const compounds = {
  male: {
    first: 'Jean',
    second: words('Pierre Paul Claude Marie Jacques Bosco Baptiste Luc Robert Denis Félix'),
  },
  female: {
    first: 'Marie',
    second: words('Claire Louise Thérèse Jeanne Josée Noëlle Paule Rose Hélène Ange'),
  },
} as const

/** Particles that join two names: Tshibangu wa Mulumba, Mobeka ya Likambo. */
export const particles: Record<Region, string> = {
  kongo: 'di',
  luba: 'wa',
  katanga: 'wa',
  kivu: 'wa',
  equateur: 'ya',
  bandundu: 'ya',
}
