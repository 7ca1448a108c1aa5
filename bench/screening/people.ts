import type { Chance } from './chance.ts';

/** A word of a name as people write it: in its own script, and in Latin letters in several ways, the usual one first. */
export interface Word {
  readonly own: string;
  readonly latin: readonly [string, ...string[]];
}

export interface Person {
  readonly culture: Culture;
  /** In the order of the culture. */
  readonly words: readonly Word[];
  readonly birthDate: string;
  readonly country: string;
}

export const cultures = ['latin', 'slavic', 'arabic', 'chinese'] as const;
export type Culture = (typeof cultures)[number];

const countries: Readonly<Record<Culture, readonly string[]>> = {
  latin: ['DE', 'FR', 'ES', 'BR', 'MX', 'IT', 'ZA', 'PL'],
  slavic: ['RU', 'UA', 'BY', 'BG', 'RS', 'KZ'],
  arabic: ['EG', 'SA', 'SY', 'IQ', 'YE', 'LB', 'AE', 'JO'],
  chinese: ['CN', 'HK', 'TW', 'SG', 'MY'],
};

export function somebody(chance: Chance): Person {
  const culture = cultureOf(chance.next());
  const year = 1940 + chance.below(66);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    culture,
    words: makers[culture](chance),
    birthDate: `${year}-${two(1 + chance.below(12))}-${two(1 + chance.below(28))}`,
    country: chance.of(countries[culture]),
  };
}

function cultureOf(share: number): Culture {
  if (share < 0.4) return 'latin';
  if (share < 0.65) return 'slavic';
  return share < 0.9 ? 'arabic' : 'chinese';
}

const makers: Readonly<Record<Culture, (chance: Chance) => Word[]>> = { latin, slavic, arabic, chinese };

const plain = (text: string): Word => ({ own: text, latin: [text] });

const latinGiven = (
  'José María André Jürgen François Zoë Łukasz Björn Carlos Pedro João Ana Lucía Peter Thomas Michael Sophie Claire Antonio Marco Luca ' +
  'Giulia Elena Pablo Diego Martín Ángel Núria Henrik Søren Ingrid Astrid Jan Piotr Agnieszka Katarzyna Stéphane Chloé Hélène Rafael'
).split(' ');
const starts = 'B Br C D Dr F G Gr H K L M N P R S St T V W Fl Kr Z'.split(' ');
const middles = 'a e i o u ö á é ei au ie'.split(' ');
const joints = 'l r n m nd rt lm st ck ss v g rg nt b d'.split(' ');
const ends = 'er mann ez ini eau sen ski ard otti ois feld berg ano ira al oux in on a o'.split(' ');

function latin(chance: Chance): Word[] {
  const family = () =>
    [chance.of(starts), chance.of(middles), chance.of(joints), chance.of(middles), chance.of(joints), chance.of(ends)].join('');
  const second = chance.isLess(0.3) ? [plain(chance.of(latinGiven))] : [];
  const particle = chance.isLess(0.1) ? [plain(chance.of(['von', 'de', 'van der', 'da', 'del']))] : [];
  return [plain(chance.of(latinGiven)), ...second, ...particle, plain(family())];
}

const slavicGiven: readonly (readonly [string, string, ...string[]])[] = [
  ['Владимир', 'Vladimir', 'Wladimir'],
  ['Сергей', 'Sergey', 'Sergei', 'Serguei'],
  ['Александр', 'Aleksandr', 'Alexander', 'Alexandr'],
  ['Дмитрий', 'Dmitriy', 'Dmitry', 'Dmitri'],
  ['Юрий', 'Yuriy', 'Yuri', 'Yury', 'Iurii'],
  ['Евгений', 'Yevgeniy', 'Evgeny', 'Evgenii'],
  ['Михаил', 'Mikhail', 'Michail'],
  ['Наталья', 'Natalya', 'Natalia', 'Nataliya'],
  ['Татьяна', 'Tatyana', 'Tatiana'],
  ['Алексей', 'Aleksey', 'Alexei', 'Alexey'],
  ['Николай', 'Nikolay', 'Nikolai'],
  ['Ксения', 'Kseniya', 'Ksenia', 'Xenia'],
  ['Андрей', 'Andrey', 'Andrei'],
  ['Виктор', 'Viktor', 'Victor'],
  ['Пётр', 'Pyotr', 'Petr'],
  ['Ольга', 'Olga'],
];
/** A sound in Cyrillic, as it is usually carried over, and as it also is. */
const slavicSounds: readonly (readonly [string, string, string])[] = [
  ['б', 'b', 'b'],
  ['в', 'v', 'v'],
  ['г', 'g', 'g'],
  ['ж', 'zh', 'j'],
  ['з', 'z', 'z'],
  ['к', 'k', 'k'],
  ['л', 'l', 'l'],
  ['м', 'm', 'm'],
  ['н', 'n', 'n'],
  ['п', 'p', 'p'],
  ['р', 'r', 'r'],
  ['с', 's', 's'],
  ['т', 't', 't'],
  ['х', 'kh', 'h'],
  ['ч', 'ch', 'tch'],
  ['ш', 'sh', 'sch'],
  ['щ', 'shch', 'sch'],
];
const slavicVowels = [
  ['а', 'a', 'a'],
  ['о', 'o', 'o'],
  ['у', 'u', 'ou'],
  ['е', 'e', 'ye'],
  ['и', 'i', 'i'],
  ['я', 'ya', 'ia'],
] as const;
const slavicEnds = [
  ['ов', 'ov', 'off'],
  ['ин', 'in', 'ine'],
  ['енко', 'enko', 'enko'],
  ['ский', 'skiy', 'sky'],
  ['ев', 'ev', 'ev'],
  ['ович', 'ovich', 'ovitch'],
] as const;

function slavic(chance: Chance): Word[] {
  const pieces = [
    chance.of(slavicSounds),
    chance.of(slavicVowels),
    chance.of(slavicSounds),
    chance.of(slavicVowels),
    chance.of(slavicSounds),
    chance.of(slavicEnds),
  ];
  const joined = (at: 0 | 1 | 2) => capital(pieces.map((piece) => piece[at]).join(''));
  const [own, ...ways] = chance.of(slavicGiven);
  const given: Word = { own, latin: [ways[0] ?? own, ...ways.slice(1)] };
  const [fatherOwn, father] = chance.of(slavicGiven);
  const patronymic: Word = { own: `${fatherOwn}ович`, latin: [`${father}ovich`, `${father}ovitch`] };
  return [given, ...(chance.isLess(0.5) ? [patronymic] : []), { own: joined(0), latin: [joined(1), joined(2)] }];
}

const arabicGiven: readonly (readonly [string, string, ...string[]])[] = [
  ['محمد', 'Mohammed', 'Muhammad', 'Mohamed', 'Mohammad', 'Muhamad'],
  ['أحمد', 'Ahmed', 'Ahmad'],
  ['حسن', 'Hassan', 'Hasan'],
  ['حسين', 'Hussein', 'Husayn', 'Hossein', 'Hussain'],
  ['علي', 'Ali', 'Aly'],
  ['يوسف', 'Yusuf', 'Yousef', 'Youssef', 'Yusef'],
  ['خالد', 'Khalid', 'Khaled'],
  ['عمر', 'Omar', 'Umar', 'Omer'],
  ['إبراهيم', 'Ibrahim', 'Ebrahim'],
  ['مصطفى', 'Mustafa', 'Mostafa', 'Moustafa'],
  ['طارق', 'Tariq', 'Tarek', 'Tareq'],
  ['سليمان', 'Suleiman', 'Sulayman', 'Soliman'],
  ['عبدالله', 'Abdullah', 'Abdallah', 'Abd Allah'],
  ['عبدالرحمن', 'Abdulrahman', 'Abdel Rahman', 'Abd al-Rahman', 'Abdurrahman'],
  ['عبدالعزيز', 'Abdulaziz', 'Abdel Aziz', 'Abd al-Aziz'],
  ['فاطمة', 'Fatima', 'Fatimah', 'Fatma'],
  ['مريم', 'Maryam', 'Mariam'],
  ['كريم', 'Karim', 'Kareem'],
  ['سمير', 'Samir', 'Sameer'],
  ['جمال', 'Jamal', 'Gamal', 'Djamal'],
];
/** The roots of families: a letter, as it is usually carried over, and as it also is. */
type Root = readonly [string, string, string];
const arabicRoots: readonly Root[] = [
  ['ب', 'b', 'b'],
  ['ت', 't', 't'],
  ['ج', 'j', 'dj'],
  ['ح', 'h', 'h'],
  ['خ', 'kh', 'kh'],
  ['د', 'd', 'd'],
  ['ر', 'r', 'r'],
  ['ز', 'z', 'z'],
  ['س', 's', 'ss'],
  ['ش', 'sh', 'ch'],
  ['ص', 's', 's'],
  ['ط', 't', 't'],
  ['غ', 'gh', 'gh'],
  ['ف', 'f', 'f'],
  ['ق', 'q', 'k'],
  ['ك', 'k', 'k'],
  ['ل', 'l', 'l'],
  ['م', 'm', 'm'],
  ['ن', 'n', 'n'],
];

function arabic(chance: Chance): Word[] {
  const [one, two, three, four] = [1, 2, 3, 4].map(() => chance.of(arabicRoots)) as [Root, Root, Root, Root];
  const family: Word = {
    own: `ال${one[0]}${two[0]}${three[0]}ا${four[0]}ي`,
    latin: [
      `al-${capital(`${one[1]}a${two[1]}${three[1]}a${four[1]}i`)}`,
      `El ${capital(`${one[2]}a${two[2]}${three[2]}aa${four[2]}y`)}`,
      capital(`${one[1]}a${two[1]}${three[1]}a${four[1]}i`),
    ],
  };
  const given = () => {
    const [own, ...ways] = chance.of(arabicGiven);
    return { own, latin: [ways[0] ?? own, ...ways.slice(1)] } satisfies Word as Word;
  };
  const between = chance.isLess(0.2) ? [{ own: 'بن', latin: ['bin', 'ben', 'ibn'] } satisfies Word as Word] : [];
  return [given(), ...between, given(), ...(chance.isLess(0.4) ? [given()] : []), family];
}

const surnames: readonly (readonly [string, string])[] = (
  '王Wang 李Li 张Zhang 刘Liu 陈Chen 杨Yang 赵Zhao 黄Huang 周Zhou 吴Wu 徐Xu 孙Sun 胡Hu 朱Zhu 高Gao 林Lin 何He 郭Guo 马Ma 罗Luo 梁Liang 宋Song ' +
  '郑Zheng 谢Xie 韩Han 唐Tang 冯Feng 于Yu 董Dong 萧Xiao 程Cheng 曹Cao 袁Yuan 邓Deng 许Xu 傅Fu 彭Peng 苏Su 蒋Jiang 蔡Cai 魏Wei 薛Xue 叶Ye 潘Pan'
)
  .split(' ')
  .map((pair) => [pair.slice(0, 1), pair.slice(1)]);
const syllables: readonly (readonly [string, string])[] = (
  '伟wei 芳fang 娜na 敏min 静jing 丽li 强qiang 磊lei 军jun 洋yang 勇yong 艳yan 杰jie 娟juan 涛tao 明ming 超chao 秀xiu 霞xia 平ping 刚gang 桂gui ' +
  '建jian 国guo 华hua 文wen 志zhi 海hai 春chun 红hong 玉yu 龙long 飞fei 鹏peng 斌bin 波bo 辉hui 健jian 宁ning 博bo 晨chen 浩hao 宇yu 轩xuan 佳jia ' +
  '雪xue 梅mei 兰lan 竹zhu 松song 柏bai 山shan 川chuan 江jiang 河he 湖hu 云yun 雷lei 电dian 光guang 亮liang 星xing 天tian 福fu 寿shou 康kang 琳lin 慧hui 婷ting 颖ying 倩qian 凯kai 旭xu 阳yang 峰feng 森sen 瑞rui 嘉jia 怡yi 思si 梦meng 欣xin 诗shi 语yu 墨mo 泽ze 睿rui 辰chen 皓hao 彤tong 萱xuan 蕾lei 菲fei 蓉rong 莹ying 琴qin 书shu 画hua 德de 义yi 仁ren 礼li 信xin 忠zhong 孝xiao 廉lian 洁jie 清qing 流liu 泉quan 溪xi 冰bing 霜shuang 露lu 岩yan 峻jun 岭ling 峥zheng 朗lang 昊hao 昌chang 晖hui 景jing'
)
  .split(' ')
  .map((pair) => [pair.slice(0, 1), pair.slice(1)]);

function chinese(chance: Chance): Word[] {
  const surname = chance.of(surnames);
  const [first, second] = [chance.of(syllables), chance.of(syllables)];
  const given: Word = {
    own: first[0] + second[0],
    latin: [capital(first[1] + second[1]), `${capital(first[1])} ${capital(second[1])}`, `${capital(first[1])}-${second[1]}`],
  };
  return [{ own: surname[0], latin: [surname[1]] }, given];
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
