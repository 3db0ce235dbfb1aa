import type { IndexedEntry } from '@nani/engines/screening/index.ts'
import { prepareEntry, prepareSubject, scoreEntry } from '@nani/engines/screening/index.ts'
import { screenOf, subjectOf } from '../accuracy.ts'
import { atMost, type Figure, figure, percent, share } from '../figures.ts'
import { indexed, readUn } from '../list-files.ts'

const threshold = 0.8

const pairsOf = (text: string): (readonly [written: string, latin: string])[] =>
  text.split(';').map((pair) => {
    const [written = '', latin = ''] = pair.split('=')
    return [written.trim(), latin.trim()]
  })

/** Holders of public offices, in their script and in the usual Latin spelling. Written down before any rule for them. */
export const pairs = {
  Japanese: pairsOf(
    `安倍晋三=Shinzo Abe; 小泉純一郎=Junichiro Koizumi; 麻生太郎=Taro Aso; 岸田文雄=Fumio Kishida; 菅義偉=Yoshihide Suga;
    野田佳彦=Yoshihiko Noda; 鳩山由紀夫=Yukio Hatoyama; 福田康夫=Yasuo Fukuda; 森喜朗=Yoshiro Mori; 小渕恵三=Keizo Obuchi;
    橋本龍太郎=Ryutaro Hashimoto; 村山富市=Tomiichi Murayama; 細川護熙=Morihiro Hosokawa; 宮澤喜一=Kiichi Miyazawa;
    海部俊樹=Toshiki Kaifu; 竹下登=Noboru Takeshita; 中曽根康弘=Yasuhiro Nakasone; 大平正芳=Masayoshi Ohira;
    田中角栄=Kakuei Tanaka; 佐藤栄作=Eisaku Sato; 石破茂=Shigeru Ishiba; 高市早苗=Sanae Takaichi; 河野太郎=Taro Kono;
    枝野幸男=Yukio Edano; 上川陽子=Yoko Kamikawa; 小池百合子=Yuriko Koike; 林芳正=Yoshimasa Hayashi;
    加藤勝信=Katsunobu Kato; 茂木敏充=Toshimitsu Motegi; 黒田東彦=Haruhiko Kuroda`,
  ),
  Cantonese: pairsOf(
    `李嘉誠=Li Ka-shing; 曾蔭權=Tsang Yam-kuen; 董建華=Tung Chee-hwa; 梁振英=Leung Chun-ying; 林鄭月娥=Lam Cheng Yuet-ngor;
    李家超=Lee Ka-chiu; 陳茂波=Chan Mo-po; 鄧炳強=Tang Ping-keung; 陳國基=Chan Kwok-ki; 鄭若驊=Cheng Yeuk-wah;
    曾國衞=Tsang Kwok-wai; 李桂華=Li Kwai-wah; 盧偉聰=Lo Wai-chung; 許智峯=Hui Chi-fung; 黃之鋒=Wong Chi-fung;
    羅冠聰=Law Kwun-chung; 周庭=Chow Ting; 黎智英=Lai Chee-ying; 梁國雄=Leung Kwok-hung; 何俊仁=Ho Chun-yan;
    李卓人=Lee Cheuk-yan; 葉劉淑儀=Ip Lau Suk-yee; 曾鈺成=Tsang Yok-sing; 梁君彥=Leung Kwan-yuen; 李柱銘=Lee Chu-ming;
    劉慧卿=Lau Wai-hing; 唐英年=Tang Ying-yen; 周潤發=Chow Yun-fat; 梁朝偉=Leung Chiu-wai; 劉德華=Lau Tak-wah;
    張國榮=Cheung Kwok-wing; 何鴻燊=Ho Hung-sun; 鄭裕彤=Cheng Yu-tung`,
  ),
  Hangul: pairsOf(
    `오극렬=O Kuk Ryol; 유승민=Yoo Seong-min; 문재인=Moon Jae-in; 박근혜=Park Geun-hye; 이명박=Lee Myung-bak;
    노무현=Roh Moo-hyun; 김대중=Kim Dae-jung; 김영삼=Kim Young-sam; 전두환=Chun Doo-hwan; 윤석열=Yoon Suk Yeol;
    이재명=Lee Jae-myung; 한덕수=Han Duck-soo; 안철수=Ahn Cheol-soo; 홍준표=Hong Joon-pyo; 최룡해=Choe Ryong Hae;
    김여정=Kim Yo Jong; 리선권=Ri Son Gwon; 김영철=Kim Yong Chol; 황병서=Hwang Pyong So; 현영철=Hyon Yong Chol;
    장성택=Jang Song Thaek; 박봉주=Pak Pong Ju; 리용호=Ri Yong Ho; 최선희=Choe Son Hui; 조용원=Jo Yong Won;
    박정천=Pak Jong Chon; 김정은=Kim Jong Un; 반기문=Ban Ki-moon; 이낙연=Lee Nak-yon; 정세균=Chung Sye-kyun`,
  ),
  'Chinese characters in Korean': pairsOf(
    `金正恩=Kim Jong Un; 金正日=Kim Jong Il; 金日成=Kim Il Sung; 文在寅=Moon Jae-in; 朴槿惠=Park Geun-hye;
    李明博=Lee Myung-bak; 盧武鉉=Roh Moo-hyun; 金大中=Kim Dae-jung; 金泳三=Kim Young-sam; 全斗煥=Chun Doo-hwan;
    尹錫悅=Yoon Suk Yeol; 李在明=Lee Jae-myung; 潘基文=Ban Ki-moon; 崔龍海=Choe Ryong Hae; 金與正=Kim Yo Jong;
    張成澤=Jang Song Thaek; 朴奉珠=Pak Pong Ju; 李洛淵=Lee Nak-yon; 韓悳洙=Han Duck-soo; 安哲秀=Ahn Cheol-soo`,
  ),
  'Chinese characters in Mandarin': pairsOf(
    `習近平=Xi Jinping; 李克強=Li Keqiang; 王毅=Wang Yi; 江澤民=Jiang Zemin; 胡錦濤=Hu Jintao; 溫家寶=Wen Jiabao;
    朱鎔基=Zhu Rongji; 鄧小平=Deng Xiaoping; 毛澤東=Mao Zedong; 周恩來=Zhou Enlai; 李鵬=Li Peng; 趙樂際=Zhao Leji;
    王滬寧=Wang Huning; 蔡奇=Cai Qi; 丁薛祥=Ding Xuexiang; 李強=Li Qiang; 韓正=Han Zheng; 張又俠=Zhang Youxia;
    何衛東=He Weidong; 馬雲=Ma Yun; 任正非=Ren Zhengfei; 孟晚舟=Meng Wanzhou; 楊潔篪=Yang Jiechi;
    陳全國=Chen Quanguo; 王岐山=Wang Qishan`,
  ),
  Greek: pairsOf(
    `Βλαντίμιρ Πούτιν=Vladimir Putin; Ντόναλντ Τραμπ=Donald Trump; Τζο Μπάιντεν=Joe Biden; Μπαράκ Ομπάμα=Barack Obama;
    Εμανουέλ Μακρόν=Emmanuel Macron; Άνγκελα Μέρκελ=Angela Merkel; Ρετζέπ Ταγίπ Ερντογάν=Recep Tayyip Erdogan;
    Μπασάρ αλ Άσαντ=Bashar al Assad; Σαντάμ Χουσεΐν=Saddam Hussein; Μουαμάρ Καντάφι=Muammar Gaddafi;
    Σεργκέι Λαβρόφ=Sergey Lavrov; Ντμίτρι Μεντβέντεφ=Dmitry Medvedev; Αλεξάντερ Λουκασένκο=Alexander Lukashenko;
    Βολοντίμιρ Ζελένσκι=Volodymyr Zelensky; Μπέντζαμιν Νετανιάχου=Benjamin Netanyahu; Τζορτζ Μπους=George Bush;
    Τόνι Μπλερ=Tony Blair; Μπόρις Τζόνσον=Boris Johnson; Χαμίντ Καρζάι=Hamid Karzai; Αλέξης Τσίπρας=Alexis Tsipras;
    Κυριάκος Μητσοτάκης=Kyriakos Mitsotakis; Γιώργος Παπανδρέου=Giorgos Papandreou; Αντώνης Σαμαράς=Antonis Samaras;
    Ευάγγελος Βενιζέλος=Evangelos Venizelos; Κωνσταντίνος Καραμανλής=Konstantinos Karamanlis;
    Ζοζέφ Καμπίλα=Joseph Kabila; Φελίξ Τσισεκέντι=Felix Tshisekedi; Οσάμα μπιν Λάντεν=Osama bin Laden;
    Ρόμπερτ Μουγκάμπε=Robert Mugabe; Ιντί Αμίν=Idi Amin`,
  ),
} as const

/** The highest share that is missed. Null: it is only published. */
const most: Readonly<Record<keyof typeof pairs, number | null>> = {
  Japanese: null,
  Cantonese: null,
  Hangul: 0.08,
  'Chinese characters in Korean': 0.08,
  'Chinese characters in Mandarin': 0.08,
  Greek: 0.3,
}

const scoreOf = (written: string, latin: string): number => {
  const entry: IndexedEntry = {
    entryId: 0,
    list: 0,
    kind: 'individual',
    names: [{ name: latin, kind: 'primary', script: 'Latn' }],
    birthDates: [],
    genders: [],
    nationalities: [],
    identifiers: [],
  }
  return scoreEntry(prepareSubject(subjectOf(written, 'individual')), prepareEntry(entry))?.matchScore ?? 0
}

/** Names in other scripts, missed by their Latin spelling alone. */
export const runReadings = async (data: string, only: string, showsMisses: boolean): Promise<Figure[]> => {
  const report = (name: string, missed: readonly string[], tried: number, limit: number | null): Figure[] => {
    if (!`readings: ${name}`.includes(only)) return []
    if (showsMisses) for (const line of missed) console.log(`    ${line}`)
    const value = share(missed.length, tried)
    return [
      figure(
        `readings: ${name} (${tried})`,
        percent(value),
        limit === null ? undefined : atMost(value, limit),
      ),
    ]
  }
  const figures = (Object.keys(pairs) as (keyof typeof pairs)[]).flatMap((script) => {
    const missed = pairs[script].filter(([written, latin]) => scoreOf(written, latin) < threshold)
    return report(
      script,
      missed.map(([written, latin]) => `${written} | ${latin}`),
      pairs[script].length,
      most[script],
    )
  })
  const arabic = await missedArabic(data)
  for (const [half, { missed, tried }] of arabic.entries())
    figures.push(...report(`Arabic as the UN spells it, half ${half + 1} of the list`, missed, tried, 0.2))
  return figures
}

const isArabic = (name: string): boolean => /\p{Script=Arabic}/u.test(name)

/** The Arabic names of people on the UN list, which are not found by the other names of their entries. */
const missedArabic = async (data: string): Promise<{ missed: string[]; tried: number }[]> => {
  const list = [...(await readUn(data, '2025-11-20')).values()]
  const screen = screenOf(
    list.map((entry, id) =>
      indexed(
        id,
        entry,
        entry.names.filter(({ name }) => !isArabic(name)),
      ),
    ),
  )
  const halves = [0, 1].map(() => ({ missed: [] as string[], tried: 0 }))
  for (const [id, entry] of list.entries()) {
    if (entry.kind !== 'individual') continue
    const half = halves[id < list.length / 2 ? 0 : 1]!
    for (const { name } of entry.names.filter((one) => isArabic(one.name))) {
      const hits = screen.entriesOf(subjectOf(name, 'individual'), {
        audience: 'everyone',
        threshold,
        limit: 1_000,
      })
      half.tried++
      if (!hits.some(({ entryId }) => entryId === id)) half.missed.push(`${name} | ${entry.names[0]!.name}`)
    }
  }
  return halves
}
