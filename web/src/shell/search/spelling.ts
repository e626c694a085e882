import { spelledAt } from '@zhanggui/domain/pinyin-match.ts'

/** How titles are spelled in Latin letters. The library loads with the first call, so that it stays out of the main chunk. */
export async function loadSpelling() {
  const { pinyin } = await import('pinyin-pro')
  const known = new Map<string, readonly string[]>()
  const syllablesOf = (title: string): readonly string[] => {
    const syllables =
      known.get(title) ??
      pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).map((each) =>
        each.trim().toLowerCase(),
      )
    known.set(title, syllables)
    return syllables
  }
  return {
    /** Where in a title the letters begin; -1 where they do not spell characters that follow each other. */
    placeOf: (title: string, letters: string): number =>
      /^[a-z]+$/i.test(letters) ? spelledAt(syllablesOf(title), letters.toLowerCase()) : -1,
    /** A title in full: shangpinguanli. */
    spell: (title: string): string => syllablesOf(title).join(''),
  }
}
