import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentDisposition, downloadName } from './file-name.ts'

const at = new Date('2025-05-30T08:09:33Z')

test('a downloaded file is named by Shanghai time, name and extension', () => {
  expect(downloadName('商品导出', 'xlsx', at)).toBe('20250530160933-商品导出.xlsx')
})

test('characters that Windows refuses in a file name become underscores', () => {
  expect(downloadName('a\\b/c:d*e?f"g<h>i|j', 'csv', at)).toBe('20250530160933-a_b_c_d_e_f_g_h_i_j.csv')
})

describe('a file name cannot leave its folder or break its header', () => {
  const corpus = [
    '../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '/etc/passwd',
    'C:\\boot.ini',
    '\\\\server\\share',
    'a\0.png',
    'a\r\nSet-Cookie: x=1',
    '%2e%2e%2fetc',
    'quote".txt',
    '\ud800',
  ]

  test.each(corpus)('%j', (name) => {
    const file = downloadName(name, name, at)
    expect(file).toMatch(/^20250530160933-[^\\/:*?"<>|\x00-\x1f\x7f]+$/)
    expect(contentDisposition(name)).toMatch(
      /^attachment; filename="[^"\\%/\x00-\x1f]*"; filename\*=UTF-8''[\w.!~%-]*$/,
    )
  })

  test('whatever the name, the header is printable ASCII and decodes to the name', () => {
    assert(
      property(string({ unit: 'binary' }), (name) => {
        const header = contentDisposition(name)
        expect(header).toMatch(/^[\x20-\x7e]*$/)
        expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toBe(
          name.replace(/[\\/:*?"<>|\x00-\x1f\x7f-\x9f]/g, '_'),
        )
      }),
    )
  })
})

test('a header carries the encoded Chinese name and an ASCII stand-in', () => {
  expect(contentDisposition("商品(1)'.xlsx")).toBe(
    `attachment; filename="__(1)'.xlsx"; filename*=UTF-8''%E5%95%86%E5%93%81%281%29%27.xlsx`,
  )
})
