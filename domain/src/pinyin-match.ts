/**
 * Where in a text the letters begin that spell it from there on, character by character: each in full or by its initial, so
 * dingdan, dd and dingdgl are 订单管理. Only the last may be cut short, and only after ones in full: shouk is 收款, sku is not.
 * @param syllables the pinyin of each character, in lower case; a word of Latin letters is one of them
 * @returns the place of the first character, or -1
 */
export function spelledAt(syllables: readonly string[], letters: string): number {
  return syllables.findIndex((_, start) => spells(syllables, start, letters, true))
}

function spells(syllables: readonly string[], at: number, letters: string, inFull: boolean): boolean {
  if (!letters) return true
  const syllable = syllables[at]
  if (!syllable) return false
  if (letters.startsWith(syllable) && spells(syllables, at + 1, letters.slice(syllable.length), inFull)) return true
  if (inFull && syllable.startsWith(letters)) return true
  const initials = [/^[zcs]h/.exec(syllable)?.[0], syllable[0]]
  return initials.some(
    (initial) =>
      initial && letters.startsWith(initial) && spells(syllables, at + 1, letters.slice(initial.length), false),
  )
}
