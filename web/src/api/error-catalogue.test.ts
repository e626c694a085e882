import { describe, expect, test } from 'vitest'
import { type CallError, decideReaction, type Reaction } from './error-catalogue.ts'

const react = (error: Partial<CallError>) => decideReaction({ kind: 'http', path: '/product/list', ...error })
const notice = (message: string): Reaction => ({ kind: 'notify', message, errors: [], requestId: undefined })
const asked: Reaction = {
  kind: 'ask-sign-in',
  title: '系统提示',
  text: '登录状态已过期，您可以继续留在该页面，或者重新登录',
  ok: '重新登录',
  cancel: '取消',
}

describe('the error catalogue', () => {
  test.each<[string, Partial<CallError>, Reaction]>([
    ['1 cancelled', { kind: 'aborted' }, { kind: 'none' }],
    ['2 time limit', { kind: 'timeout' }, notice('网络请求超时')],
    ['3 network', { kind: 'network' }, notice('接口请求失败')],
    ['3 no status at all', { body: '<html>' }, notice('接口请求失败')],
    ['4 signed out', { status: 401 }, asked],
    [
      '4 signed out, on the sign-in page',
      { status: 401, path: '/login', body: { message: '请登录' } },
      notice('请登录'),
    ],
    ['5 forbidden', { status: 403, body: { message: '没有权限执行此操作' } }, { kind: 'go', to: '/401' }],
    ['5 forbidden, silent', { status: 403, silent: true }, { kind: 'forbidden-here', text: '暂无权限' }],
    ['6 password', { status: 428, body: { code: 'PASSWORD_CHANGE_REQUIRED' } }, { kind: 'change-password' }],
    ['6 two steps', { status: 428, body: { code: 'MFA_SETUP_REQUIRED' } }, { kind: 'set-up-mfa' }],
    ['6 re-authentication', { status: 428, body: { code: 'REAUTH_REQUIRED' } }, { kind: 'reauthenticate' }],
    ['6 another step', { status: 428, body: { code: 'SWITCHED_OFF', message: '请先开启' } }, notice('请先开启')],
    [
      '7 version conflict',
      { status: 409, sentVersion: true, body: { code: 'VERSION_CONFLICT', message: '已被修改', current: { id: 1 } } },
      { kind: 'compare-versions', message: '已被修改', current: { id: 1 } },
    ],
    [
      '7 version conflict, no version sent',
      { status: 409, body: { code: 'VERSION_CONFLICT', message: '已被修改' } },
      notice('已被修改'),
    ],
    [
      '7 another conflict',
      { status: 409, sentVersion: true, body: { code: 'DUPLICATE', message: '重名' } },
      notice('重名'),
    ],
    ['8 too many', { status: 429, retryAfter: '17' }, notice('操作过于频繁，请17秒后再试')],
    ['8 too many, part of a second', { status: 429, retryAfter: '0.2' }, notice('操作过于频繁，请1秒后再试')],
    ['8 too many, no word how long', { status: 429, retryAfter: null }, notice('操作过于频繁，请60秒后再试')],
    [
      '8 too many, a date',
      { status: 429, retryAfter: 'Sat, 01 Mar 2025 10:20:30 GMT' },
      notice('操作过于频繁，请60秒后再试'),
    ],
    ['9 set-up', { status: 503, body: { code: 'SETUP_REQUIRED' } }, { kind: 'go', to: '/setup' }],
    ['9 maintenance', { status: 503, body: { code: 'MAINTENANCE' } }, { kind: 'maintenance' }],
    ['9 another 503', { status: 503, body: { code: 'OVERLOADED', message: '请稍后' } }, notice('请稍后')],
    ['10 a message', { status: 422, body: { message: '优惠券已过期' } }, notice('优惠券已过期')],
    ['10 no message', { status: 500 }, notice('请求失败（500）')],
    ['10 an empty message', { status: 502, body: { message: '' } }, notice('请求失败（502）')],
    ['10 a message that is no text', { status: 400, body: { message: { a: 1 } } }, notice('请求失败（400）')],
    ['10 just above the success range', { status: 301 }, notice('请求失败（301）')],
    ['success', { status: 200 }, { kind: 'none' }],
    ['success, upper end', { status: 300 }, { kind: 'none' }],
    ['status from the body', { body: { status: 401 } }, asked],
    ['the HTTP status wins over the body', { status: 404, body: { status: 401, message: '无' } }, notice('无')],
  ])('row %s', (_, error, reaction) => {
    expect(react(error)).toEqual(reaction)
  })

  test('row 10 passes on field errors and the request id, and drops malformed ones', () => {
    const errors = [{ field: 'name', message: '请输入名称' }]
    const body = { message: '请输入名称', requestId: '01JN', errors: [...errors, null, { field: 3 }] }
    expect(react({ status: 400, body })).toEqual({ kind: 'notify', message: '请输入名称', errors, requestId: '01JN' })
  })

  test.each([null, undefined, 'text', 5, [], { errors: 'x' }])('row 10 survives the body %o', (body) => {
    expect(react({ status: 500, body })).toEqual(notice('请求失败（500）'))
  })
})
