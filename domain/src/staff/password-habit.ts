/** A pattern for any of the words, given in lines. */
const anyOf = (...lines: string[]) => lines.join(' ').replaceAll(' ', '|')

/** Words that Chinese passwords are most often made of; lists of leaks from abroad hardly have them. */
const WORDS = anyOf(
  'woaini woai aini iloveyou loveyou ilove love baobei baobao laopo laogong qinai nihao woshi wode mima',
  'zhongguo xingfu kuaile weixin taobao',
)

/** Surnames of nine out of ten people. */
const SURNAMES = anyOf(
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song',
  'tang deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lv lu ding ren',
  'yao shen zhong cui tan fan wan liao jia xia fu fang zou xiong bai meng qin qiu hou jin shi long duan lei',
  'hao gong kong shao mao qian',
)

const SYLLABLE =
  '(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(?:[aeo]|ai|an|ang|ao|ei|en|eng|er|i|ia|ian|iang|iao|ie|in|ing|iong|iu|ong|ou|u|ua|uai|uan|uang|ue|ui|un|uo|v|ve)'

/** Numbers that sound like words (520, 1314), lucky ones, runs, years, and days with and without their year. */
const NUMBERS = [
  '520|521|1314|3344|168|518|7758(?:521|258)?|10086|147258(?:369)?|0?123(?:4(?:5(?:6(?:7(?:89?)?)?)?)?)?|321|654321',
  '(?<digit>\\d)\\k<digit>+',
  '(?:(?:19[3-9]|20[0-4])\\d|\\d\\d)?(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])',
  '(?:19[3-9]|20[0-4])\\d',
].join('|')

const onlyWords = new RegExp(`^(?:${WORDS})+$`)
/** Words and at most one name in Pinyin, or up to three letters, as initials are. */
const onlyNames = new RegExp(`^(?:(?:${WORDS})*(?:(?:${SURNAMES})(?:${SYLLABLE}){1,2})?(?:${WORDS})*|[a-z]{1,3})$`)
const onlyNumbers = new RegExp(`^(?:${NUMBERS}){1,3}$`)

/** More signs than these are worth something. */
const MAX_SIGNS = 3
/** So are more parts: a name twice, with its number in between. */
const MAX_PARTS = 3

/**
 * Whether a password is nothing but what Chinese guessers combine first: words of love, a name in Pinyin or its initials,
 * with numbers that sound like words, or a day. `woaini1314520`, `Zhangwei@19900101` and `5201314520` are.
 */
export function isHabitual(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lower.replace(/[^\p{L}\p{N}]/gu, '')
  if (lower.length - bare.length > MAX_SIGNS) return false
  const parts = bare.match(/[a-z]+|\d+|[^a-z\d]+/g) ?? []
  const letters = parts.filter((part) => /[a-z]/.test(part))
  if (!parts.length || parts.length > MAX_PARTS) return false
  // Whatever digits follow a word of love, the word is what everybody types.
  if (parts.length === 2 && letters.some((part) => onlyWords.test(part)) && parts.some((part) => /^\d+$/.test(part)))
    return true
  return parts.every((part) => onlyNames.test(part) || onlyNumbers.test(part))
}
