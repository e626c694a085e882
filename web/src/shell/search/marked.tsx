/** A text with what was searched for marked in it: all of it, else its last four characters, as numbers are masked. */
export function Marked({ text, of }: { text: string; of: string }) {
  const parts = of ? partsOf(text, of) : undefined
  if (!parts) return text
  const [before, found, after] = parts
  return (
    <>
      {before}
      <mark>{found}</mark>
      {after}
    </>
  )
}

function partsOf(text: string, wanted: string): [string, string, string] | undefined {
  const whole = text.toLowerCase()
  const end = /^\d{7,}$/.test(wanted) && text.includes('*') ? wanted.slice(-4) : ''
  for (const each of [wanted.toLowerCase(), end]) {
    const at = each ? whole.indexOf(each) : -1
    if (at >= 0) return [text.slice(0, at), text.slice(at, at + each.length), text.slice(at + each.length)]
  }
  return undefined
}
