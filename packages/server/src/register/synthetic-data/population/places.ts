import type { Region } from './names.ts'

/** A city with its communes, its share of the population, and the region of its names. */
export type City = {
  province: string
  city: string
  communes: readonly string[]
  weight: number
  region: Region
  /** ISO 639-3 code of the spoken language. */
  language: string
}

type CityRow = readonly [
  province: string,
  name: string,
  weight: number,
  region: Region,
  language: string,
  communes: string,
]

/** The 26 provinces with their towns. Kinshasa has its 24 communes. */
const rows: readonly CityRow[] = [
  [
    'Kinshasa',
    'Kinshasa',
    300,
    'bandundu',
    'lin',
    'Bandalungwa, Barumbu, Bumbu, Gombe, Kalamu, Kasa-Vubu, Kimbanseke, Kinshasa, Kintambo, Kisenso, Lemba, ' +
      'Limete, Lingwala, Makala, Maluku, Masina, Matete, Mont-Ngafula, Ndjili, Ngaba, Ngaliema, Ngiri-Ngiri, ' +
      'Nsele, Selembao',
  ],
  ['Kongo-Central', 'Matadi', 24, 'kongo', 'kon', 'Matadi, Mvuzi, Nzanza'],
  ['Kongo-Central', 'Boma', 18, 'kongo', 'kon', 'Kabondo, Kalamu, Nzadi'],
  ['Kwango', 'Kenge', 14, 'bandundu', 'kon', 'Cinq Mai, Manonga, Masikita, Mavula'],
  ['Kwilu', 'Kikwit', 24, 'bandundu', 'kon', 'Kazamba, Lukemi, Lukolela, Nzinda'],
  ['Kwilu', 'Bandundu', 12, 'bandundu', 'kon', 'Basoko, Disasi, Mayoyo'],
  ['Mai-Ndombe', 'Inongo', 10, 'bandundu', 'lin', 'Inongo'],
  ['Kasaï', 'Tshikapa', 24, 'luba', 'lua', 'Dibumba I, Dibumba II, Kanzala, Mabondo, Mbumba'],
  ['Kasaï-Central', 'Kananga', 32, 'luba', 'lua', 'Kananga, Katoka, Lukonga, Ndesha, Nganza'],
  ['Kasaï-Oriental', 'Mbuji-Mayi', 52, 'luba', 'lua', 'Bipemba, Dibindi, Diulu, Kanshi, Muya'],
  ['Lomami', 'Mwene-Ditu', 16, 'luba', 'lua', 'Bondoyi, Musadi, Mwene-Ditu'],
  ['Lomami', 'Kabinda', 8, 'luba', 'lua', 'Kabinda'],
  ['Sankuru', 'Lodja', 9, 'luba', 'lua', 'Lodja'],
  [
    'Haut-Katanga',
    'Lubumbashi',
    62,
    'katanga',
    'swa',
    'Annexe, Kamalondo, Kampemba, Katuba, Kenya, Lubumbashi, Ruashi',
  ],
  ['Haut-Katanga', 'Likasi', 16, 'katanga', 'swa', 'Kikula, Likasi, Panda, Shituru'],
  ['Lualaba', 'Kolwezi', 22, 'katanga', 'swa', 'Dilala, Manika'],
  ['Haut-Lomami', 'Kamina', 12, 'katanga', 'swa', 'Dimayi, Kamina, Sobongo'],
  ['Tanganyika', 'Kalemie', 14, 'katanga', 'swa', 'Kalemie, Lac, Lukuga'],
  ['Nord-Kivu', 'Goma', 40, 'kivu', 'swa', 'Goma, Karisimbi'],
  ['Nord-Kivu', 'Butembo', 24, 'kivu', 'swa', 'Bulengera, Kimemi, Mususa, Vulamba'],
  ['Nord-Kivu', 'Beni', 14, 'kivu', 'swa', 'Beu, Bungulu, Mulekera, Ruwenzori'],
  ['Sud-Kivu', 'Bukavu', 36, 'kivu', 'swa', 'Bagira, Ibanda, Kadutu'],
  ['Sud-Kivu', 'Uvira', 16, 'kivu', 'swa', 'Kalundu, Kavimvira, Mulongwe'],
  ['Maniema', 'Kindu', 14, 'kivu', 'swa', 'Alunguli, Kasuku, Mikelenge'],
  ['Tshopo', 'Kisangani', 34, 'equateur', 'lin', 'Kabondo, Kisangani, Lubunga, Makiso, Mangobo, Tshopo'],
  ['Ituri', 'Bunia', 20, 'kivu', 'swa', 'Mbunya, Nyakasanza, Shari'],
  ['Haut-Uélé', 'Isiro', 9, 'equateur', 'lin', 'Kupa, Mambaya, Mendambo'],
  ['Bas-Uélé', 'Buta', 6, 'equateur', 'lin', 'Buta'],
  ['Équateur', 'Mbandaka', 18, 'equateur', 'lin', 'Mbandaka, Wangata'],
  ['Mongala', 'Lisala', 8, 'equateur', 'lin', 'Lisala'],
  ['Mongala', 'Bumba', 8, 'equateur', 'lin', 'Bumba'],
  ['Nord-Ubangi', 'Gbadolite', 8, 'equateur', 'lin', 'Gbadolite, Molegbe, Nganza'],
  ['Sud-Ubangi', 'Gemena', 14, 'equateur', 'lin', 'Gbazubu, Labo, Lac Ntumba, Mont Gila'],
  ['Tshuapa', 'Boende', 6, 'equateur', 'lin', 'Boende'],
]

export const cities: readonly City[] = rows.map(([province, city, weight, region, language, communes]) => ({
  province,
  city,
  weight,
  region,
  language,
  communes: communes.split(', '),
}))

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
