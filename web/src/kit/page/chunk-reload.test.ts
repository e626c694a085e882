import { expect, test } from 'vitest'
import { chunkFailed } from './chunk-reload.ts'

function storageWith(text?: string) {
  const entries = new Map(text === undefined ? [] : [['chunk-reload-at', text]])
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  }
}

test('the first failure reloads, a second one within 10 s gives up, a later one reloads again', () => {
  const storage = storageWith()
  expect(chunkFailed(storage, 1_000_000)).toBe('reload')
  expect(storage.entries.get('chunk-reload-at')).toBe('1000000')
  expect(chunkFailed(storage, 1_009_999)).toBe('give-up')
  expect(chunkFailed(storage, 1_010_000)).toBe('reload')
})

test.each(['', 'soon', '99999999999999'])('%s in the storage does not prevent a reload', (text) => {
  expect(chunkFailed(storageWith(text), 1_000_000)).toBe('reload')
})

test('without storage there is no reload, as a loop could not be detected', () => {
  const refuse = () => {
    throw new Error('storage refused')
  }
  expect(chunkFailed({ getItem: () => null, setItem: refuse }, 1_000_000)).toBe('give-up')
  expect(chunkFailed({ getItem: refuse, setItem: refuse }, 1_000_000)).toBe('give-up')
})
