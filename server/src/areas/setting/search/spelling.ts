/**
 * Whether labels are spelled by a text of Latin letters, as in the menu search: each character by its pinyin or the beginning of
 * it, one after the other, from any character on (yunfei, yf). The library loads with the first such text.
 */
export async function spelledBy(text: string): Promise<(label: string) => boolean> {
  const letters = text.toLowerCase().replaceAll(/[' ]/g, '')
  if (!/^[a-z]{2,}$/.test(letters)) return () => false
  const { match } = await import('pinyin-pro')
  return (label) => match(label, letters, { precision: 'start', continuous: true }) !== null
}
