import { argon2Sync } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { countHashes } from '../../testing/process/hash-count.ts'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from './password-hash.ts'

afterEach(() => vi.useRealTimers())

describe('a stored password', () => {
  test('is an argon2id PHC string with 19 MiB, 2 passes, 1 lane, a 16-byte salt and a 32-byte tag', async () => {
    const hash = await hashPassword('Tr1cky-enough')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  })

  test.each(['Tr1cky-enough', ' 密码 with spaces 😀 ', '', 'x'.repeat(128)])('matches only %j', async (password) => {
    const hash = await hashPassword(password)
    expect(await verifyPassword(hash, password)).toBe(true)
    expect(await verifyPassword(hash, `${password} `)).toBe(false)
  })

  test('differs each time because of its salt', async () => {
    expect(await hashPassword('Tr1cky-enough')).not.toBe(await hashPassword('Tr1cky-enough'))
  })

  test('matches from every keyboard, with composed characters or not', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9'), 'cafe\u0301')).toBe(true)
  })

  test('is verified with its own cost, and needs a rehash if that is not the current one', async () => {
    const salt = Buffer.from('a salt of 16 b..')
    const options = { message: 'old', nonce: salt, parallelism: 1, memory: 1024, passes: 1, tagLength: 32 }
    const tag = argon2Sync('argon2id', options)
    const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const old = `$argon2id$v=19$m=1024,t=1,p=1$${plain(salt)}$${plain(tag)}`
    expect(await verifyPassword(old, 'old')).toBe(true)
    expect(await verifyPassword(old, 'new')).toBe(false)
    expect(needsRehash(old)).toBe(true)
    expect(needsRehash(await hashPassword('new'))).toBe(false)
  })

  test.each([
    '',
    'plain text',
    '$2b$10$abc',
    '$argon2i$v=19$m=19456,t=2,p=1$YWJj$YWJj',
    '$argon2id$v=19$m=19456,t=2,p=1$$',
  ])('%j matches no password', async (hash) => {
    expect(await verifyPassword(hash, hash)).toBe(false)
  })
})

describe('an unknown user', () => {
  test('has a hash that no password matches', async () => {
    expect(await verifyPassword(dummyHash, '')).toBe(false)
    expect(needsRehash(dummyHash)).toBe(false)
  })

  test('takes as long as a wrong password: one hash of the same cost and size', async () => {
    const stored = await hashPassword('Tr1cky-enough')
    for (const hash of [dummyHash, stored]) expect(await countHashes(() => verifyPassword(hash, 'guess'))).toBe(1)
    expect(needsRehash(dummyHash)).toBe(needsRehash(stored))
    expect(dummyHash).toHaveLength(stored.length)
  })
})

describe('concurrent sign-ins', () => {
  test('are served one after the other, in their order', async () => {
    const served: number[] = []
    await Promise.all([0, 1, 2, 3].map((place) => hashPassword('Tr1cky-enough').then(() => served.push(place))))
    expect(served).toEqual([0, 1, 2, 3])
  })

  test('of staff and buyers are served in turn, however many buyers wait', async () => {
    const served: string[] = []
    const hash = (owner: 'staff' | 'buyer', name: string) =>
      hashPassword('Tr1cky-enough', owner).then(() => served.push(name))
    await Promise.all([
      ...['b1', 'b2', 'b3', 'b4'].map((name) => hash('buyer', name)),
      ...['s1', 's2'].map((name) => hash('staff', name)),
    ])
    expect(served).toEqual(['b1', 's1', 'b2', 's2', 'b3', 'b4'])
  })

  test('wait at most five seconds, then are refused because the system is busy; the next one is served again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const first = hashPassword('first')
    const second = hashPassword('second')
    vi.advanceTimersByTime(4999)
    const third = hashPassword('third')
    vi.advanceTimersByTime(1)
    await expect(second).rejects.toMatchObject({ status: 503, code: 'OVERLOADED' })
    await expect(second).rejects.toMatchObject({ status: 503, code: 'OVERLOADED', message: '系统繁忙，请稍后再试' })
    expect(await verifyPassword(await first, 'first')).toBe(true)
    expect(await verifyPassword(await third, 'third')).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})
