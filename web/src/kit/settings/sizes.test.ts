import { expect, test } from 'vitest'
import { readSize, type Size, sizeCookie, sizeOf, sizeRows, sizes, sizeTokens } from './sizes.ts'

test.each<[Size, string, number[]]>([
  ['default', '默认', [40, 14, 11, 12, 22, 24, 16, 22, 20, 44, 32, 40]],
  ['medium', '中等', [36, 14, 9, 12, 20, 22, 16, 20, 18, 40, 28, 36]],
  ['small', '较小', [32, 13, 7, 10, 18, 20, 14, 18, 16, 34, 26, 32]],
  ['mini', '迷你', [28, 12, 4, 8, 14, 16, 12, 17, 15, 28, 24, 28]],
])('the size %s has the values of its row', (size, label, values) => {
  const { label: shown, ...row } = sizeRows[size]
  expect(shown).toBe(label)
  expect(Object.values(row)).toEqual(values)
  const [height, font, block, inline, gap, padding] = values
  expect(sizeTokens(size)).toMatchObject({
    token: { controlHeight: height, fontSize: font },
    components: {
      Table: { cellPaddingBlockMD: block, cellPaddingInlineMD: inline, cellFontSizeMD: font },
      Form: { itemMarginBottom: gap },
      Modal: { paddingMD: padding, paddingContentHorizontalLG: padding },
    },
  })
})

test('an explicit size shifts by one row, and stops at the last', () => {
  expect(sizeTokens('medium').token).toMatchObject({ controlHeightLG: 40, controlHeight: 36, controlHeightSM: 32 })
  expect(sizeTokens('default').token).toMatchObject({ controlHeightLG: 40, controlHeightSM: 36 })
  expect(sizeTokens('mini').token).toMatchObject({ controlHeightLG: 32, controlHeightSM: 28 })
  expect(sizeTokens('small').components?.Table).toMatchObject({ cellPaddingBlock: 9, cellPaddingBlockSM: 4 })
})

test.each([
  ['default', 'default'],
  ['mini', 'mini'],
  ['huge', 'small'],
  ['toString', 'small'],
  ['', 'small'],
  [undefined, 'small'],
])('the size of the cookie value %s is %s', (text, size) => {
  expect(sizeOf(text)).toBe(size)
})

test('the sizes are offered from the largest to the smallest', () => {
  expect(sizes.map((size) => sizeRows[size].label)).toEqual(['默认', '中等', '较小', '迷你'])
})

test('the size is remembered for a year; a missing or unknown one is small', () => {
  expect(sizeCookie('mini', true)).toBe('size=mini; path=/; SameSite=Strict; Secure; max-age=31536000')
  expect(readSize(sizeCookie('mini', true))).toBe('mini')
  expect(readSize('size=giant')).toBe('small')
  expect(readSize('')).toBe('small')
})
