/**
 * A group by the origin of a name. Such people may resemble each other. A name does not say how a person
 * looks, so the rates within such a group are an indication, and no measurement of a population.
 */
export type NameGroup =
  | 'East Asian names'
  | 'Arab and Persian names'
  | 'Spanish and Portuguese names'
  | 'women of English names'
  | 'men of English names'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Family names, in the romanisations of Chinese, Korean and Japanese. */
const eastAsianFamilies = words(`
  Abe Aiko Akashi Azuma Cao Cha Chan Chen Cheng Cheung Cho Choi Chow Chung Deng Dong Du Feng Fu Fukui
  Goh Gomi Guo Han Haraguchi Hasuike Hayashi He Hiranuma Ho Hsiao Hsieh Hu Huang Inamoto Ito Izawa
  Jang Jiang Joo Kim Kitano Kobayashi Koizumi Kung Kutaragi Kwan Kwon Lai Lau Leung Li Lin Ling Liu Lu
  Luo Ma Matsui Nagasawa Nakamura Nakayama Naruhito Oguchi Okudo Park Peng Roh Sato Soga Sorimachi
  Sugiyama Sun Suzuki Takahashi Takenaka Tanaka Tang Tsai Tsao Tse Tung Wang Watanabe Wong Wu Xiao Xie
  Xu Yamada Yamamoto Yamasaki Yang Yoon Yoshida Zeng Zhang Zhao Zhou Zhu
`)
const eastAsianGiven = words(`
  Ai Fujio Heizo Hideki Hiroki Hisao Hitomi Junichi Junichiro Kaoru Koichi Kyoko Masahiko Masao
  Sachiko Shinzo Takashi Takeo Takeshi Taku Takuma Toshi Toshihiko Yasushi Yukiko
`)
/** Parts of names that are common in Arabic and in Persian. */
const arabAndPersianParts = words(`
  Abdel Abdul Abdullah Adbul Ahmad Ahmed Al Al-Hakim Ali Amin Anwar Ashrawi Azmi Barghouthi Bijan Bin
  Darvish Diyab ElBaradei Faisal Fares Farhadi Habbak Haghal Hamad Hanan Hassan Hedayat Hosni Hussein
  Imad Imran Ishaq Kaisser Khamenei Khatami Kifah Mahdi Mahmoud Makhdoom Makhmalbaf Makiya Malak
  Marwan Mohamed Mohammad Mohammed Mosed Moustapha Mubarak Muhammad Munir Nabil Naimi Naji Nasrallah
  Nasseef Osama Qazi Rafeeuddin Raja Ramadan Rashid Rishmawi Sabri Saddam Said-Guerni Saied Salman
  Saoud Shaath Shaukat Sheikh Taha Taoufik Uday Yasein Yassin Zafarullah Zedan al-Ahmed al-Attiyah al-
  Hakim al-Khalifa al-Sahhaf
`)
const spanishAndPortugueseGiven = words(`
  Alejandro Alfonso Alfredo Alvaro Andres Angelica Antonio Carlos Cesar Claudio Conchita Diego Eladio
  Enrique Fernando Fidel Francisco Gilberto Gregorio Guillermo Hector Hugo Inocencio Isidro Ismael
  Javier Joaquin Jorge Jose Juan Julio Lucio Lucrecia Luis Manuel Marcelo Marco Marcos Mario Marisol
  Maritza Marta Mauricio Nicanor Omar Oscar Pablo Pedro Rafael Ramon Raul Ricardo Rodrigo Rogelio
  Ruben Santiago Sergio Vicente Ximena
`)
const englishWomen = words(`
  Alexa Alicia Alisha Alison Allyson Amelia Amy Angela Angie Anita Anna Anne Barbara Bernadette Beth
  Betty Brenda Bridget Brooke Calista Camille Candice Carey Carla Carly Carolina Caroline Carolyn
  Carrie-Anne Cassandra Charlotte Cherie Cheryl Christine Claire Clare Colleen Connie Constance
  Coretta Danielle Darla Debbie Debra Demi Diana Diane Dolly Donna Dorothy Edie Edwina Elaine
  Elizabeth Ellen Emily Emma Erika Erin Eva Faye Fran Gabrielle Geraldine Gina Gloria Goldie Grace
  Halle Heather Hilary Holly Jacqueline Jaime Jane Janet Janice Janine Jeane Jen Jennifer Jenny
  Jessica Jo Joan Joanna Jodie Judi Judy Julianne Julie Karin Katherine Kathie Kathleen Kathryn Kathy
  Katie Kellie Kelly Kristen Kristin Lara Laura Lauren Lea Lena Lesley Lili Linda Lindsay Lisa Lynn
  Lynne Madonna Mae Maggie Maria Marie Martha Mary Maureen Megan Meghann Melanie Meryl Michelle Minnie
  Misty Monica Nancy Naomi Natalie Nicole Nina Noelle Norah Olivia Patricia Patsy Patti Patty Paula
  Penelope Penny Priscilla Rachel Raquel Rosalyn Roseanne Rosemarie Ruth Sadie Sally Samantha Sandra
  Sara Sarah Selma Sharon Sheila Sherry Shoshana Sigourney Stacey Sue Susan Susie Suzanne Tanya Tara
  Teri Tessa Theresa Tracy Trudi Valerie Vanessa Veronica Victoria Wanda Winona
`)
const englishMen = words(`
  Aaron Adam Al Alan Alastair Albert Alex Alexander Alfred Andrew Andy Anthony Arnold Art Arthur Barry
  Ben Benjamin Bernard Bill Billy Bob Bobby Brad Brandon Brendan Brett Brian Bruce Bryan Bud Buddy
  Byron Calvin Carl Charles Charlie Chris Christopher Chuck Clive Colin Craig Curtis Dale Dan Daniel
  Danny Darren Dave David Dean Dennis Derek Derrick Dick Don Donald Doug Duane Dusty Dwayne Ed Eddie
  Edward Elijah Eric Ernie Eugene Francis Frank Fred Garry Gary Gene Geoff George Gerald Gordon Grady
  Grant Greg Gregory Guy Hank Harry Henry Howard Hugh Iain Ian Jack James Jamie Jason Jay Jeb Jeff
  Jeffrey Jeremy Jerry Jesse Jim Jimmy Joe Joel Joey John Johnny Jon Jonathan Joseph Joshua Jude
  Justin Keith Kelvin Ken Kenneth Kenny Kent Kevin Kirk Kurt Lance Landon Larry Lawrence Lenny Leonard
  Liam Lou Luke Marcus Mark Martin Marty Matt Matthew Max Mel Michael Mickey Mike Miles Mitch Mitchell
  Morris Nathan Nelson Nicholas Nick Norm Norman Pat Patrick Paul Pete Peter Phil Philip Porter Ralph
  Randall Randy Ray Raymond Reggie Richard Rick Ricky Rob Robby Robert Robin Rod Roger Ron Ronald Roy
  Rudolph Russell Ryan Scott Sean Seymour Shane Sid Simon Stan Stanley Stephen Steve Steven Stuart Ted
  Terence Terry Theo Thomas Tim Todd Tom Tommy Tony Trent Troy Tyler Vernon Vincent Warren Wayne
  Wesley Will William Woody
`)

/** The group of `First_Last`, or null. Each rule is of the name alone. */
export const nameGroupOf = (person: string): NameGroup | null => {
  const parts = person.split('_')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const isEnglish = englishWomen.has(first) || englishMen.has(first)
  if (isEastAsian(first, last, isEnglish)) return 'East Asian names'
  if (!isEnglish && parts.some((part) => arabAndPersianParts.has(part))) return 'Arab and Persian names'
  if (spanishAndPortugueseGiven.has(first)) return 'Spanish and Portuguese names'
  if (englishWomen.has(first)) return 'women of English names'
  return englishMen.has(first) ? 'men of English names' : null
}

const isEastAsian = (first: string, last: string, isEnglish: boolean): boolean => {
  if (eastAsianGiven.has(first)) return true
  if (isEnglish) return false
  return eastAsianFamilies.has(last) || eastAsianFamilies.has(first)
}
