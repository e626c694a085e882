import { expect, test } from 'vitest'
import { cleanRichHtml, losesEmbeds } from './rich-html.ts'

test.each([
  ['<img src="//m.example/a.jpg">', '<img src="https://m.example/a.jpg" />'],
  ['<a href=" //m.example/b">b</a>', '<a href="https://m.example/b" rel="noopener noreferrer">b</a>'],
  ['<img src="///x" alt="//y">', '<img alt="//y" />'],
  ['<u>a</u>', '<u>a</u>'],
  ['<span style="text-decoration: underline">a</span>', '<span style="text-decoration:underline">a</span>'],
  ['<span style="text-decoration: url(x)">a</span>', '<span>a</span>'],
])('I5 of %s rich text keeps %s', (html, clean) => {
  expect(cleanRichHtml(html)).toBe(clean)
})

test.each([
  ['<p>a</p>', false],
  ['<iframe src="https://v.example"></iframe>', true],
  ['<embed src="a.swf">', true],
  ['<video src="https://m.example/a.mp4"></video>', false],
  ['<video controls><source src="//m.example/a.mp4"></video>', false],
  ['<video src="data:video/mp4,x"></video>', true],
  ['<video src="https://m.example/a.mp4"></video><video src="blob:x"></video>', true],
])('I5 a removed frame or video is noticed in %s: %s', (html, loses) => {
  expect(losesEmbeds(html)).toBe(loses)
})

test('S5 rich text that nests without end, as a hostile sheet may hold, keeps its text alone and takes no time', () => {
  const html = `${'<b>'.repeat(600_000)}a <i>b</i> <<i>script>c`
  const started = performance.now()
  expect(cleanRichHtml(html)).toBe('a b &lt;script&gt;c')
  expect(performance.now() - started).toBeLessThan(5000)
  const table = `${'<div>'.repeat(100)}a${'</div>'.repeat(100)}`
  expect(cleanRichHtml(table.repeat(10))).toBe(table.repeat(10))
})
