/**
 * Russian, Ukrainian and Belarusian forms of one patronymic. Each line has the beginnings of one father's name, to which
 * the endings of sons and daughters are added: Mykhailovych and Mikhailovich, Siarheevich and Sergeyevich.
 */
const fathers: readonly string[] = [
  'aleksandro alexandro oleksandro aliaksandra aleksandra',
  'aleksee alekseye alexee alexeye oleksiyo oleksiio oleksi aliaksee aliakseye',
  'anatole anatolie anatolye anatoliyo anatoliio anatoli',
  'andree andreye andriyo andriio andri',
  'arkade arkadie arkadye arkadiyo arkadiio arkadi',
  'dmitrie dmitriye dmytro dzmitrye dzmitrie dmitri',
  'evgene evgenie evgenye yevgenie yevgenye evgenyo yevhenovo yevheno yevheniyo yevhen yaugena yauhena yauhene yaugene',
  'fedoro fyodoro fiodara fedo',
  'gennade gennadie gennadye gennadiye hennadiyo hennadiio henadze henadzie gennadi',
  'george georgie georgiye heorhiyo heorhiio georgi',
  'grigore grigorie grigorye grigoriye hryhoro hryhoriyo ryhora hrigoryo',
  'igore ihoro ihara ihare',
  'iosifo yosypo iosipo yosifo iosifa',
  'ivano ivana',
  'konstantino constantino kostiantyno kostyantyno kanstantsina kanstantina',
  'leonido leanida leonidi',
  'maksimo maximo maksymo maksima',
  'mikhailo mikhaylo mykhailo mykhaylo mihailo mikhaila mihaila mikhayla',
  'nikolae nikolaye mykolayo mykolaio mykola mikalae mikalaye nikola',
  'olego oleho aleha',
  'pavlo paulo paula pavla',
  'petro piatro pyatro piotro',
  'romano ramana',
  'sergee sergeye serhiyo serhiio serhi siarhee siarheye serguee sergi',
  'stepano stsiapana',
  'valere valerie valerye valeriyo valeriio valeri',
  'vasile vasilie vasilye vasylyo vasylio vasyl',
  'viktoro victoro viktara',
  'vitale vitalie vitalye vitaliyo vitaliio vitali',
  'vladimiro volodymyro volodimiro uladzimira wladimiro',
  'vladislavo vladyslavo uladzislava',
  'vyacheslavo viacheslavo viachaslava vyachaslava',
  'yure yurie yurye yuriyo yuriio iurie yuri',
]
const ofSons = ['vich', 'vych', 'vic', 'vitch']
const ofDaughters = ['vna', 'una']

/** One family for the sons of each father, and one for the daughters. */
export const patronymics: readonly string[] = fathers.flatMap((line) =>
  [ofSons, ofDaughters].map((endings) =>
    line
      .split(' ')
      .flatMap((father) => endings.map((ending) => father + ending))
      .join(' '),
  ),
)
