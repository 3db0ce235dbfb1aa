import type { Region } from './names.ts'

/** A city with its communes, its share of the population, and the region whose names are at home there. */
export type City = {
  province: string
  city: string
  communes: readonly string[]
  weight: number
  region: Region
  /** ISO 639-3: the language of the street. */
  language: string
}

const city = (
  province: string,
  name: string,
  weight: number,
  region: Region,
  language: string,
  communes: string,
): City => ({ province, city: name, weight, region, language, communes: communes.split(', ') })

/** The 26 provinces with their towns. Kinshasa has its 24 communes. */
export const cities: readonly City[] = [
  city(
    'Kinshasa',
    'Kinshasa',
    300,
    'bandundu',
    'lin',
    'Bandalungwa, Barumbu, Bumbu, Gombe, Kalamu, Kasa-Vubu, Kimbanseke, Kinshasa, Kintambo, Kisenso, Lemba, ' +
      'Limete, Lingwala, Makala, Maluku, Masina, Matete, Mont-Ngafula, Ndjili, Ngaba, Ngaliema, Ngiri-Ngiri, ' +
      'Nsele, Selembao',
  ),
  city('Kongo-Central', 'Matadi', 24, 'kongo', 'kon', 'Matadi, Mvuzi, Nzanza'),
  city('Kongo-Central', 'Boma', 18, 'kongo', 'kon', 'Kabondo, Kalamu, Nzadi'),
  city('Kwango', 'Kenge', 14, 'bandundu', 'kon', 'Cinq Mai, Manonga, Masikita, Mavula'),
  city('Kwilu', 'Kikwit', 24, 'bandundu', 'kon', 'Kazamba, Lukemi, Lukolela, Nzinda'),
  city('Kwilu', 'Bandundu', 12, 'bandundu', 'kon', 'Basoko, Disasi, Mayoyo'),
  city('Mai-Ndombe', 'Inongo', 10, 'bandundu', 'lin', 'Inongo'),
  city('Kasaï', 'Tshikapa', 24, 'luba', 'lua', 'Dibumba I, Dibumba II, Kanzala, Mabondo, Mbumba'),
  city('Kasaï-Central', 'Kananga', 32, 'luba', 'lua', 'Kananga, Katoka, Lukonga, Ndesha, Nganza'),
  city('Kasaï-Oriental', 'Mbuji-Mayi', 52, 'luba', 'lua', 'Bipemba, Dibindi, Diulu, Kanshi, Muya'),
  city('Lomami', 'Mwene-Ditu', 16, 'luba', 'lua', 'Bondoyi, Musadi, Mwene-Ditu'),
  city('Lomami', 'Kabinda', 8, 'luba', 'lua', 'Kabinda'),
  city('Sankuru', 'Lodja', 9, 'luba', 'lua', 'Lodja'),
  city(
    'Haut-Katanga',
    'Lubumbashi',
    62,
    'katanga',
    'swa',
    'Annexe, Kamalondo, Kampemba, Katuba, Kenya, Lubumbashi, Ruashi',
  ),
  city('Haut-Katanga', 'Likasi', 16, 'katanga', 'swa', 'Kikula, Likasi, Panda, Shituru'),
  city('Lualaba', 'Kolwezi', 22, 'katanga', 'swa', 'Dilala, Manika'),
  city('Haut-Lomami', 'Kamina', 12, 'katanga', 'swa', 'Dimayi, Kamina, Sobongo'),
  city('Tanganyika', 'Kalemie', 14, 'katanga', 'swa', 'Kalemie, Lac, Lukuga'),
  city('Nord-Kivu', 'Goma', 40, 'kivu', 'swa', 'Goma, Karisimbi'),
  city('Nord-Kivu', 'Butembo', 24, 'kivu', 'swa', 'Bulengera, Kimemi, Mususa, Vulamba'),
  city('Nord-Kivu', 'Beni', 14, 'kivu', 'swa', 'Beu, Bungulu, Mulekera, Ruwenzori'),
  city('Sud-Kivu', 'Bukavu', 36, 'kivu', 'swa', 'Bagira, Ibanda, Kadutu'),
  city('Sud-Kivu', 'Uvira', 16, 'kivu', 'swa', 'Kalundu, Kavimvira, Mulongwe'),
  city('Maniema', 'Kindu', 14, 'kivu', 'swa', 'Alunguli, Kasuku, Mikelenge'),
  city('Tshopo', 'Kisangani', 34, 'equateur', 'lin', 'Kabondo, Kisangani, Lubunga, Makiso, Mangobo, Tshopo'),
  city('Ituri', 'Bunia', 20, 'kivu', 'swa', 'Mbunya, Nyakasanza, Shari'),
  city('Haut-Uélé', 'Isiro', 9, 'equateur', 'lin', 'Kupa, Mambaya, Mendambo'),
  city('Bas-Uélé', 'Buta', 6, 'equateur', 'lin', 'Buta'),
  city('Équateur', 'Mbandaka', 18, 'equateur', 'lin', 'Mbandaka, Wangata'),
  city('Mongala', 'Lisala', 8, 'equateur', 'lin', 'Lisala'),
  city('Mongala', 'Bumba', 8, 'equateur', 'lin', 'Bumba'),
  city('Nord-Ubangi', 'Gbadolite', 8, 'equateur', 'lin', 'Gbadolite, Molegbe, Nganza'),
  city('Sud-Ubangi', 'Gemena', 14, 'equateur', 'lin', 'Gbazubu, Labo, Lac Ntumba, Mont Gila'),
  city('Tshuapa', 'Boende', 6, 'equateur', 'lin', 'Boende'),
]

export const quartiers: readonly string[] = (
  'Salongo, Righini, Mombele, Kingabwa, Bel-Air, Katoyi, Ndosho, Mabanga, Himbi, Matonge, Yolo, Bisengo, ' +
  'Pakadjuma, Industriel, Plateau, Gare, Révolution, De la Paix, Libération, Mission, Kasaï, Lumumba, Tabacongo, ' +
  'Ngafani, Mpasa, Kimbondo, Makelele, Camp Luka, Delvaux, Musey, Kauka, Kimpwanza, Echangeur, Résidentiel'
).split(', ')

export const avenues: readonly string[] = (
  'du Commerce, de la Justice, Kasa-Vubu, Lumumba, des Écoles, du Marché, Kabinda, Kasongo, Victoire, Sendwe, ' +
  'de la Mission, Bokassa, Luambo Makiadi, Kalembelembe, Bangala, Inga, Kwilu, Lukusa, Mobutu, des Palmiers, ' +
  'du 30-Juin, de l’Université, Maniema, Tshuapa, Lufu, Assossa, Shaba, Ituri, Bas-Congo, Itaga, Usoke, Wangata'
).split(', ')
