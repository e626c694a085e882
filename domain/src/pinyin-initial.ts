/** The first character of the Chinese dictionary under each letter; no entry begins with I, U or V. */
const FIRST = 'A阿 B八 C嚓 D哒 E妸 F发 G旮 H哈 J讥 K咔 L垃 M妈 N拏 O噢 P妑 Q七 R呥 S仨 T他 W穵 X夕 Y丫 Z帀'
  .split(' ')
  .map((pair) => ({ letter: pair.charAt(0), character: pair.charAt(1) }))

const pinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/**
 * The letter that indexes a name: its first letter, or that of its first character's most common pinyin; `#` for
 * anything else.
 */
export function initialOf(name: string): string {
  const first = name.trim().charAt(0).normalize('NFKD').charAt(0).toUpperCase()
  if (/[A-Z]/.test(first)) return first
  if (!/\p{Script=Han}/u.test(first)) return '#'
  return FIRST.findLast(({ character }) => pinyin.compare(character, first) <= 0)?.letter ?? '#'
}
