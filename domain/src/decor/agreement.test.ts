import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffParagraphs, paragraphsOf } from './agreement.ts'

const texts = fc.array(fc.constantFrom('一', '二', '三', '四'), { maxLength: 30 })

test('what stays and what goes is the text before, what stays and what comes is the text after', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffParagraphs(before, after)
      const without = (kind: string) => lines.filter((line) => line.kind !== kind).map(({ text }) => text)
      expect(without('added')).toEqual(before)
      expect(without('removed')).toEqual(after)
    }),
  )
})

test('a changed paragraph in the middle leaves the others as they are', () => {
  expect(diffParagraphs(['甲', '乙', '丙'], ['甲', '丁', '丙']).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same 甲',
    'removed 乙',
    'added 丁',
    'same 丙',
  ])
})

test('rich text is compared as it is read', () => {
  expect(
    paragraphsOf('<h3>一、总则</h3><p>甲&nbsp;&lt;乙&gt;<br>丙</p><ul><li>丁</li></ul><p> </p><img src="/a.png">'),
  ).toEqual(['一、总则', '甲 <乙>', '丙', '丁', '[图片]'])
})
