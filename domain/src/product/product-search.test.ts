import { describe, expect, test } from 'vitest'
import { productText, productTokens, readKeyword, type Searched } from './product-search.ts'

const plain: Searched = {
  id: 7,
  text: '',
  codes: [],
  categoryIds: [],
}

/** Whether a keyword finds a product: it has all tokens, and its text contains every run. */
function finds(typed: string, product: Partial<Searched>): boolean {
  const searched = { ...plain, ...product }
  const keyword = readKeyword(typed)
  const tokens = new Set(productTokens(searched))
  if (!keyword) return false
  const stands = keyword.runs.every((run) => productText(searched).includes(run))
  return stands && keyword.tokens.every((token) => tokens.has(token))
}

describe('a keyword', () => {
  test.each([
    ['毛巾', '纯棉毛巾', true],
    ['毛巾', '毛衣围巾', false],
    ['毛', '毛衣围巾', true],
    ['棉毛衣', '棉毛毛衣棉毛', false],
    ['毛巾 纯棉', '纯棉毛巾', true],
    ['iphon', 'iPhone15', true],
    ['IPHONE', 'iPhone15', true],
    ['15', 'iPhone15', true],
    ['hone', 'iPhone15', false],
    ['ｉＰｈｏｎｅ', 'iPhone15', true],
    ['苹果iphone', '苹果 iPhone15', true],
    ['supercalifragilistic', 'Supercalifragilisticexpialidocious', true],
    ['supercalifragilisticX', 'Supercalifragilisticexpialidocious', false],
    ['café', 'Café 咖啡', true],
    ['𠮷野家', '𠮷野家牛丼', true],
    ['タオル', 'フェイスタオル', true],
  ])('%s in %s: %s', (typed, storeName, found) => {
    expect(finds(typed, { text: storeName })).toBe(found)
  })

  test('of punctuation alone is ignored', () => {
    expect(['', '  ', '、。！', '%_\\'].map(readKeyword)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('of more than 50 characters is refused', () => {
    expect(readKeyword('毛'.repeat(50))?.tokens).toEqual(['毛毛'])
    expect(() => readKeyword('毛'.repeat(51))).toThrow('关键字过长')
  })
})

describe('a code', () => {
  test.each(['6901234567892', 'AB-12/黑', '红色款1号', 'x', 'SKU 0001 2222 3333 4444'])(
    '%s is found as it is typed, whatever its case, also of the last SKU of many',
    (code) => {
      const codes = [...Array.from({ length: 60 }, (_, n) => `other${n}`), code]
      expect(finds(code, { codes })).toBe(true)
      expect(finds(code.toLowerCase(), { codes })).toBe(true)
      expect(finds(`${code}9`, { codes })).toBe(false)
    },
  )

  test('is found by a prefix of four characters or more', () => {
    expect(['690', '6901', '690123456789'].map((typed) => finds(typed, { codes: ['6901234567892'] }))).toEqual([
      false,
      true,
      true,
    ])
  })
})

test('categories and id are tokens', () => {
  expect(productTokens({ ...plain, categoryIds: [3, 9] })).toEqual(['7', 'c:3', 'c:9'])
})
