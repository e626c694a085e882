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
