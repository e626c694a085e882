/**
 * How titles are spelled in Latin letters: in full (shangpinguanli) and by initials (spgl). The library loads with the first
 * call, so that it stays out of the main chunk.
 */
export async function loadSpelling(): Promise<(title: string) => [whole: string, initials: string]> {
  const { pinyin } = await import('pinyin-pro')
  const spell = (title: string, pattern: 'pinyin' | 'first') =>
    pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive', pattern }).join('').toLowerCase()
  return (title) => [spell(title, 'pinyin'), spell(title, 'first')]
}
