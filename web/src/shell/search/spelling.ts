/**
 * How titles are typed in Latin letters: each character from a syllable on by its pinyin or the beginning of it, so `dingdan`,
 * `dd` and `ddgl` all are 订单管理, and `dan` begins within it. The library loads with the first call, so that it stays out of
 * the main chunk.
 */
export async function loadSpelling() {
  const { match, pinyin } = await import('pinyin-pro')
  return {
    /** Where in a title the letters begin; -1 where they do not spell characters that follow each other. */
    placeOf: (title: string, letters: string): number =>
      /[a-z]/i.test(letters) ? (match(title, letters, { precision: 'start', continuous: true })?.[0] ?? -1) : -1,
    /** A title in full: shangpinguanli. */
    spell: (title: string): string =>
      pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join('').toLowerCase(),
  }
}
