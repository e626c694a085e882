import { spelledAt } from '@zhanggui/domain/pinyin-match.ts'

/** The pinyin of labels, which are the same in every shop. */
const known = new Map<string, readonly string[]>()

/** Whether labels are spelled by a text of Latin letters, as in the menu search. The library loads with the first such text. */
export async function spelledBy(text: string): Promise<(label: string) => boolean> {
  const letters = text.toLowerCase().replaceAll(/[' ]/g, '')
  if (!/^[a-z]{2,}$/.test(letters)) return () => false
  const { pinyin } = await import('pinyin-pro')
  const spell = (label: string) =>
    pinyin(label, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).map((each) =>
      each.trim().toLowerCase(),
    )
  return (label) => {
    const syllables = known.get(label) ?? spell(label)
    known.set(label, syllables)
    return spelledAt(syllables, letters) >= 0
  }
}
