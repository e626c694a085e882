import { randomInt } from 'node:crypto'
import { expect, onTestFailed } from 'vitest'

/** The numbers that the tests of this worker draw, by the name of the test. */
const draws = new Map<string, () => number>()

/**
 * Draws a whole number below a limit, for a test whose course is left to chance. A failure prints the seed, with which
 * `TEST_SEED=… npm run t -- <the file>` draws the same again.
 */
export function draw(below: number): number {
  const { currentTestName = '' } = expect.getState()
  const next = draws.get(currentTestName) ?? begin()
  draws.set(currentTestName, next)
  return Math.floor(next() * below)
}

function begin(): () => number {
  const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31))
  onTestFailed(() => void process.stderr.write(`drawn by chance, with TEST_SEED=${seed}\n`))
  let state = seed
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32
  }
}
