const NAME = 'h5-searched'
const MAX = 12

/** The words that were looked for on this phone, the newest first. */
export function readSearched(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]')
    return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, MAX) : []
  } catch {
    return []
  }
}

export function noteSearched(word: string): void {
  localStorage.setItem(NAME, JSON.stringify([word, ...readSearched().filter((each) => each !== word)].slice(0, MAX)))
}

export const forgetSearched = (): void => localStorage.removeItem(NAME)
