/** Reads a stream of arbitrary chunks in pieces of a chosen size. */
export type ByteReader = {
  /** The next `count` bytes, fewer only at the end; undefined at the end. */
  take(count: number): Promise<Buffer | undefined>
  /** The text up to the next line feed, without it; undefined if there is none within `max` bytes. */
  line(max: number): Promise<string | undefined>
}

export function readBytes(source: AsyncIterable<Buffer>): ByteReader {
  const pieces = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const fill = async (needed: number, enough: (bytes: Buffer) => boolean = () => false) => {
    const waiting = [held]
    let last = held
    let length = held.length
    while (!enough(last) && length < needed) {
      const { value, done } = await pieces.next()
      if (done) break
      last = value
      length += last.length
      waiting.push(last)
    }
    held = waiting.length > 1 ? Buffer.concat(waiting) : held
  }
  return {
    take: async (count) => {
      await fill(count)
      if (!held.length) return undefined
      const taken = held.subarray(0, count)
      held = held.subarray(taken.length)
      return taken
    },
    line: async (max) => {
      await fill(max, (bytes) => bytes.includes(10))
      const end = held.indexOf(10)
      if (end < 0 || end >= max) return undefined
      const text = held.toString('utf8', 0, end)
      held = held.subarray(end + 1)
      return text
    },
  }
}
