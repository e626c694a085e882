/** Spellings of labels, which are the same in every shop. */
const spellings = new Map<string, readonly [string, string]>()

/**
 * Whether labels are spelled like a text of Latin letters: in full (yunfei) or by initials (yf). The library loads with the
 * first such text.
 */
export async function spelledBy(text: string): Promise<(label: string) => boolean> {
  const letters = text.toLowerCase().replaceAll(/[' ]/g, '')
  if (!/^[a-z]{2,}$/.test(letters)) return () => false
  const { pinyin } = await import('pinyin-pro')
  const spell = (label: string, pattern: 'pinyin' | 'first') =>
    pinyin(label, { toneType: 'none', type: 'array', nonZh: 'consecutive', pattern }).join('').toLowerCase()
  return (label) => {
    const spelled = spellings.get(label) ?? [spell(label, 'pinyin'), spell(label, 'first')]
    spellings.set(label, spelled)
    return spelled.some((each) => each.includes(letters))
  }
}
