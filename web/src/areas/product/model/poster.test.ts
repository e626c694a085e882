import { expect, test } from 'vitest'
import { CODE_SIZE, cutToLines, layOutPoster, MARGIN, POSTER_WIDTH, posterFonts, priceText } from './poster.ts'

/** All characters have the same width. */
const ten = (text: string) => text.length * 10
const words = { name: '纯棉毛巾', price: 59, priceMax: 59, otPrice: 99.9, shop: '小店' }
/** Half the font size for Latin characters, the full size for Chinese ones. */
const measure = (text: string, font: keyof typeof posterFonts) => {
  const size = Number(/(\d+)px/.exec(posterFonts[font])?.[1])
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? size : size / 2), 0)
}

test('a name that fits stays on one line, a longer one takes two, and the rest is cut with …', () => {
  expect(cutToLines('纯棉毛巾', 2, 50, ten)).toEqual(['纯棉毛巾'])
  expect(cutToLines('纯棉毛巾三条装', 2, 50, ten)).toEqual(['纯棉毛巾三', '条装'])
  expect(cutToLines('纯棉毛巾三条装纯棉毛巾', 2, 50, ten)).toEqual(['纯棉毛巾三', '条装纯棉…'])
  expect(cutToLines('纯棉毛巾三条装纯棉毛', 2, 50, ten)).toEqual(['纯棉毛巾三', '条装纯棉毛'])
  expect(cutToLines(' \n ', 2, 50, ten)).toEqual([])
})

test('lines break between Latin words if possible, and never within a character', () => {
  expect(cutToLines('Apple iPhone 手机', 2, 90, ten)).toEqual(['Apple', 'iPhone 手机'])
  expect(cutToLines('Supercalifragil', 2, 90, ten)).toEqual(['Supercali', 'fragil'])
  expect(cutToLines('毛巾👨‍👩‍👧装', 2, 30, ten)).toEqual(['毛巾', '👨‍👩‍👧…'])
})

test('the price has two decimals and 起 when there are several; 划线价 is shown only if it is higher', () => {
  expect(priceText(59, 59)).toBe('¥59.00')
  expect(priceText(59.9, 79)).toBe('¥59.90起')
  const textOf = (otPrice: number) => layOutPoster({ ...words, otPrice }, measure).texts.filter(({ struck }) => struck)
  expect(textOf(99.9)).toMatchObject([{ text: '¥99.90', font: 'oldPrice' }])
  expect(textOf(59)).toEqual([])
  expect(textOf(0)).toEqual([])
})

test('everything fits on the poster, and nothing on the left overlaps the code', () => {
  for (const name of ['短', '很长的商品名称'.repeat(18)]) {
    const long = {
      ...words,
      name,
      price: 9_999_999.99,
      priceMax: 10_000_000,
      otPrice: 99_999_999,
      shop: '店名'.repeat(40),
    }
    const { height, code, cover, texts } = layOutPoster(long, measure)
    expect(texts.filter(({ font }) => font === 'name')).toHaveLength(name === '短' ? 1 : 2)
    expect(texts.filter(({ font }) => font === 'shop')).toHaveLength(1)
    expect(code.x + CODE_SIZE).toBe(POSTER_WIDTH - MARGIN)
    for (const { x, y, width, font } of texts) {
      expect(x).toBeGreaterThanOrEqual(MARGIN)
      expect(x + width).toBeLessThanOrEqual(
        font === 'name' || font === 'hint' ? POSTER_WIDTH - MARGIN : code.x - MARGIN,
      )
      expect(y).toBeGreaterThan(cover)
      expect(y).toBeLessThan(height)
    }
    const hint = texts.find(({ font }) => font === 'hint')
    expect(hint?.text).toBe('扫码购买')
    expect(hint?.y).toBeGreaterThan(code.y + CODE_SIZE)
  }
})
