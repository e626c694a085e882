import { addressOf } from '@zhanggui/contract/address-of.ts'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { expect, test, vi } from 'vitest'
import { answer, FakeAnswer, lostPacket, refuse } from '../testing/fake-server.ts'
import { makeUser } from '../testing/render.tsx'
import { call, sendCall } from './call.ts'
import { CallError } from './call-error.ts'
import { forgetPermVersion, onPermRise } from './perm-version.ts'
import { pollsRest, restPolls } from './polling.ts'

test.each([
  ['/api/dict', {}, undefined, '/api/dict'],
  ['/api/dict/:id', { id: 7 }, {}, '/api/dict/7'],
  ['/auth/sessions/:id', { id: 'a/b 中' }, undefined, '/auth/sessions/a%2Fb%20%E4%B8%AD'],
  ['/api/dict', {}, { sort: ['name,asc', 'id,desc'], page: 0 }, '/api/dict?sort=name%2Casc&sort=id%2Cdesc&page=0'],
  ['/api/dict', {}, { blurry: '', page: undefined, size: null }, '/api/dict'],
])('the URL of %s with %j and %j is %4$s', (path, params, query, expected) => {
  expect(addressOf(path, params, query)).toBe(expected)
})

test('a call carries the token of the cookie and declares JSON', async () => {
  document.cookie = 'ADMIN-TOKEN=secret; path=/'
  const requests = answer(auth.removeSession, {})
  await sendCall(auth.removeSession, { params: { id: 'x' }, idempotencyKey: 'k'.repeat(16) })
  expect(requests[0]?.params.id).toBe('x')
  expect(requests[0]?.headers.get('Authorization')).toBe('Bearer secret')
  expect(requests[0]?.headers.get('Content-Type')).toBe('application/json')
  expect(requests[0]?.headers.get('Idempotency-Key')).toBe('k'.repeat(16))
})

test('a refused call exposes status, code, body and how long to wait', async () => {
  answer(auth.code, new FakeAnswer(429, { code: 'RATE_LIMITED', message: '慢一点' }, { 'Retry-After': '12' }))
  const error = await call(auth.code).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({ kind: 'http', status: 429, code: 'RATE_LIMITED', retryAfter: '12', message: '慢一点' })
})

test('a call without a response fails as network, a cancelled one as aborted', async () => {
  answer(auth.code, lostPacket)
  await expect(call(auth.code)).rejects.toMatchObject({ kind: 'network' })
  const cancelled = new AbortController()
  cancelled.abort()
  await expect(call(auth.code, { signal: cancelled.signal })).rejects.toMatchObject({ kind: 'aborted' })
})

test('a failed update that sent the version of its row is marked as versioned', async () => {
  answer(dictDetail.update, refuse(409, 'VERSION_CONFLICT', '数据已被他人修改，请刷新后重试'))
  const body = { id: 1, version: 3, dict: { id: 1 }, label: '女', value: '0' }
  await expect(sendCall(dictDetail.update, { body })).rejects.toMatchObject({ sentVersion: true })
  await expect(sendCall(dictDetail.update, { body: { ...body, version: undefined } })).rejects.toMatchObject({
    sentVersion: false,
  })
})

test('a higher X-Perm-Version is announced; the first value and lower ones are not', async () => {
  forgetPermVersion()
  const rose = vi.fn()
  const stop = onPermRise(rose)
  const seen = async (version: string) => {
    answer(auth.info, new FakeAnswer(200, makeUser(), { 'X-Perm-Version': version }))
    await call(auth.info)
    return rose.mock.calls.length
  }
  expect([await seen('4'), await seen('4'), await seen('5'), await seen('4'), await seen('6')]).toEqual([0, 0, 1, 1, 2])
  stop()
})

test('once staff stay on an expired page, polls pause until the next user action', async () => {
  const requests = answer(auth.sessions, [])
  restPolls()
  await expect(call(auth.sessions, { silent: true })).rejects.toMatchObject({ kind: 'aborted' })
  await call(auth.sessions)
  window.dispatchEvent(new KeyboardEvent('keydown'))
  expect(pollsRest()).toBe(false)
  await call(auth.sessions, { silent: true })
  expect(requests).toHaveLength(2)
})

test('a list without required parts is called without input', async () => {
  const requests = answer(dict.list, { content: [], totalElements: 0 })
  await call(dict.list)
  expect(requests).toHaveLength(1)
})
