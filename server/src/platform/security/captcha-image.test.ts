import { describe, expect, test } from 'vitest'
import { dataUri, drawCaptcha } from './captcha-image.ts'

const many = <T>(make: () => T) => Array.from({ length: 300 }, make)

describe('the captcha', () => {
  test('of kind arithmetic expects a whole number, zero or more, and uses every operation', () => {
    const answers = many(() => drawCaptcha('arithmetic').answer)
    for (const answer of answers) expect(answer).toMatch(/^\d{1,2}$/)
    for (const answer of answers) expect(Number(answer)).toBeLessThanOrEqual(81)
    // Above 18 it was a product; there are more than a few of the others too.
    expect(answers.some((answer) => Number(answer) > 18)).toBe(true)
    expect(new Set(answers).size).toBeGreaterThan(15)
  })

  test('of kind char expects four characters that cannot be mistaken for one another', () => {
    const answers = many(() => drawCaptcha('char').answer)
    for (const answer of answers) expect(answer).toMatch(/^[2-9A-HJ-NP-Z]{4}$/)
    expect(new Set(answers.join('')).size).toBe(32)
  })

  test('can be fixed for tests of the whole product', () => {
    expect(drawCaptcha('arithmetic', '8888').answer).toBe('8888')
    expect(drawCaptcha('char', 'abcd').answer).toBe('ABCD')
  })
})

describe('the picture', () => {
  test.each([
    ['arithmetic', 5],
    ['char', 4],
  ] as const)('of kind %s is 111×36 with %d glyphs and three curves, all of them paths', (kind, glyphs) => {
    for (const { svg } of many(() => drawCaptcha(kind))) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="111" height="36" /)
      expect(new Set(svg.match(/<[a-z]+/g))).toEqual(new Set(['<svg', '<rect', '<path']))
      expect(svg.replace(/<[^>]*>/g, '')).toBe('')
      expect(svg.match(/<path fill="#/g)).toHaveLength(glyphs)
      expect(svg.match(/<path fill="none"/g)).toHaveLength(3)
      expect(svg).not.toMatch(/NaN|undefined|transform/)
    }
  })

  test('keeps every glyph inside its frame', () => {
    for (const { svg } of many(() => drawCaptcha('char')))
      for (const [, outline = ''] of svg.matchAll(/<path fill="#\w+"[^>]* d="([^"]*)"/g)) {
        const numbers = (outline.match(/-?[\d.]+/g) ?? []).map(Number)
        const [across, down] = [numbers.filter((_, i) => i % 2 === 0), numbers.filter((_, i) => i % 2 === 1)]
        expect([Math.min(...across) >= -1, Math.max(...across) <= 112]).toEqual([true, true])
        expect([Math.min(...down) >= -1, Math.max(...down) <= 37]).toEqual([true, true])
      }
  })

  test('differs each time, even for the same text', () => {
    expect(new Set(many(() => drawCaptcha('char', 'AAAA').svg)).size).toBe(300)
  })

  test('is embedded as a data URI', () => {
    const { svg } = drawCaptcha('char')
    const [head, body = ''] = dataUri(svg).split(',')
    expect(head).toBe('data:image/svg+xml;base64')
    expect(Buffer.from(body, 'base64').toString()).toBe(svg)
  })
})
