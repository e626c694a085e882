import { describe, expect, test } from 'vitest'
import { extensionOf, faultOfFileName, fileTypeOf, formatBytes, shortFileName } from './file-type.ts'

test.each([
  ['a.png', 'png'],
  ['A.JPEG', 'jpeg'],
  ['照片 1.webp', 'webp'],
  ['v1.2.pdf', 'pdf'],
  ['.png', ''],
  ['a', ''],
  ['a.', ''],
  ['a.p ng', ''],
  ['', ''],
])('the extension of %j is %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension)
})

describe('the name of an upload', () => {
  test.each([
    'a.png',
    '合同（盖章）v1.2.pdf',
    '👍.jpg',
    'a b_c-d.csv',
    'backup-2026.01.02.gz',
    `${'名'.repeat(251)}.png`,
  ])('%j is accepted', (name) => {
    expect(faultOfFileName(name)).toBeUndefined()
  })
  test.each([
    ...[
      '',
      ' ',
      '../a.png',
      '..\\a.png',
      '/a.png',
      'C:\\a.png',
      'a\u0000.png',
      'a\n.png',
      '\u202Egnp.a',
      'a\u2066.png',
    ],
    ...[
      '\uD800.png',
      'a.php.png',
      'a.PHP .png',
      'a.png.jpg',
      'a.html.txt',
      'a?.png',
      'a".png',
      `${'名'.repeat(300)}.png`,
    ],
  ])('%j is refused', (name) => {
    expect(faultOfFileName(name)).toMatch(/文件名/)
  })

  test('is cut to 100 characters and keeps its extension', () => {
    expect(shortFileName('a.png')).toBe('a.png')
    const short = shortFileName(`${'👍'.repeat(200)}.png`)
    expect([...short]).toHaveLength(100)
    expect(short.endsWith('👍.png')).toBe(true)
  })
})

test('an extension that is never accepted has no type, not even under names that every object has', () => {
  for (const extension of ['svg', 'html', 'exe', '', 'constructor', '__proto__', 'toString'])
    expect(fileTypeOf(extension)).toBeUndefined()
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [12.3 * 1024 * 1024, '12.30 MB'],
  [3 * 1024 ** 3, '3.00 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
