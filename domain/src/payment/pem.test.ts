import { expect, test } from 'vitest'
import { readPemBlocks } from './pem.ts'

const key = ['-----BEGIN PUBLIC KEY-----', 'A'.repeat(64), 'B'.repeat(10), '-----END PUBLIC KEY-----'].join('\n')
const certificate = key.replaceAll('PUBLIC KEY', 'CERTIFICATE')

test('keys and certificates are read with the line before each, also where the line breaks are gone', () => {
  const text = `PUB_KEY_ID_01\n${key}\n5157F09E\n${certificate}\n`
  const blocks = readPemBlocks(text)
  expect(blocks?.map(({ id, label }) => [id, label])).toEqual([
    ['PUB_KEY_ID_01', 'PUBLIC KEY'],
    ['5157F09E', 'CERTIFICATE'],
  ])
  expect(blocks?.[0]?.pem).toBe(`${key}\n`)
  expect(readPemBlocks(text.replaceAll('\n', ''))).toEqual(blocks)
  expect(readPemBlocks(key)).toMatchObject([{ id: '', label: 'PUBLIC KEY' }])
})

test.each([
  '',
  'no key',
  `${key}\nand more`,
  `two words\n${key}`,
  key.replace('END PUBLIC', 'END PRIVATE'),
  key.replace('AAAA', 'A*A'),
  '-----BEGIN PUBLIC KEY-----\n\n-----END PUBLIC KEY-----',
])('%j is no list of keys', (text) => {
  expect(readPemBlocks(text)).toBeUndefined()
})
