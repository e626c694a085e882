/** Where matching goes on after a part; false where it fails and the part must give something up. */
type Next = (at: number) => boolean
/** Matches a part of a pattern at a place in the text. */
type Part = (at: number, next: Next) => boolean

/**
 * How many characters a backtracking engine compares until it knows whether a pattern matches a text, which shows the growth of
 * its work without a clock. Knows the syntax that the patterns of this package use, and throws at any other.
 * @param most where counting ends, as a bad pattern would go on for ever
 */
export function regexSteps({ source, flags }: RegExp, text: string, most = 10_000_000): number {
  let steps = 0
  let read = 0
  const peek = () => source[read] ?? ''
  const take = (token: string) => {
    const isThere = source.startsWith(token, read)
    if (isThere) read += token.length
    return isThere
  }

  function readChoice(): Part {
    const options = [readSequence()]
    while (take('|')) options.push(readSequence())
    return (at, next) => options.some((option) => option(at, next))
  }

  function readSequence(): Part {
    const parts: Part[] = []
    while (peek() && !'|)'.includes(peek())) parts.push(readRepeated())
    return (at, next) => {
      const from = (nth: number, place: number): boolean => {
        const part = parts[nth]
        return part ? part(place, (after) => from(nth + 1, after)) : next(place)
      }
      return from(0, at)
    }
  }

  function readRepeated(): Part {
    const part = readPart()
    const [min, max] = readCount()
    if (min === 1 && max === 1) return part
    if (take('?')) throw new Error(`a lazy repetition in ${source}`)
    const go = (done: number, at: number, next: Next): boolean => {
      const again = (after: number) => after > at && go(done + 1, after, next)
      return (done < max && part(at, again)) || (done >= min && next(at))
    }
    return (at, next) => go(0, at, next)
  }

  function readCount(): [min: number, max: number] {
    if (take('*')) return [0, Number.POSITIVE_INFINITY]
    if (take('+')) return [1, Number.POSITIVE_INFINITY]
    if (take('?')) return [0, 1]
    const [all, min = '', comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(source.slice(read)) ?? []
    if (!all) return [1, 1]
    read += all.length
    return [Number(min), comma ? (max ? Number(max) : Number.POSITIVE_INFINITY) : Number(min)]
  }

  function readPart(): Part {
    if (take('^')) return (at, next) => at === 0 && next(at)
    if (take('$')) return (at, next) => at === text.length && next(at)
    if (take('(')) {
      if (peek() === '?' && !take('?:')) throw new Error(`an unknown group in ${source}`)
      const choice = readChoice()
      if (!take(')')) throw new Error(`an open group in ${source}`)
      return choice
    }
    const [character = ''] = /^(?:\[(?:\\.|[^\]\\])*\]|\\.|[^\\])/s.exec(source.slice(read)) ?? []
    if (/^\\[bBkpPux0-9]/.test(character)) throw new Error(`${character} in ${source}`)
    read += character.length
    const single = new RegExp(`^${character}$`, flags)
    return (at, next) => {
      if (++steps > most) throw new RangeError(`${source} takes more than ${most} steps`)
      return at < text.length && single.test(text.charAt(at)) && next(at + 1)
    }
  }

  const whole = readChoice()
  for (let start = 0; start <= text.length; start++) if (whole(start, () => true)) break
  return steps
}
