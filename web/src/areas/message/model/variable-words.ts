/** What staff read and type in place of the names of variables: `{实付}` for `{payPrice}`. */
export function variableWords(variables: readonly { name: string; label: string }[]) {
  const names = new Map(variables.map(({ name, label }) => [label, name]))
  const labels = new Map(variables.map(({ name, label }) => [name, label]))
  const swap = (text: string, words: ReadonlyMap<string, string>) =>
    text.replace(/\{([^{}]+)\}/g, (whole, word: string) => (words.has(word) ? `{${words.get(word)}}` : whole))
  return {
    show: (stored: string) => swap(stored, labels),
    read: (typed: string) => swap(typed, names),
  }
}
