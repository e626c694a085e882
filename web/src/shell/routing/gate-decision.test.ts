import { describe, expect, test } from 'vitest'
import { signedOut } from '../../api/session-state.ts'
import { matchAt, placeAt, recordsOf, shopMenus, shopRecords } from '../../testing/menus.ts'
import { someone } from '../../testing/session.ts'
import {
  decideGate,
  decideInfoFailure,
  type GateState,
  pathAfterMenuChange,
  pathAfterSignIn,
  redirectTarget,
  signInPath,
} from './gate-decision.ts'

const fixedRecords = recordsOf([])
const anonymous: GateState = { session: signedOut, menus: 'absent', records: fixedRecords }
const reloaded: GateState = { ...anonymous, session: { ...signedOut, token: 't' } }
const known: GateState = { ...anonymous, session: { token: 't', user: someone, roles: ['admin'], loadMenus: false } }
const inside: GateState = { ...known, menus: 'loaded', records: shopRecords }
const decide = (state: GateState, fullPath: string) => decideGate(state, placeAt(fullPath))

describe('signed out', () => {
  test.each(['/login', '/login?redirect=%2Fx', '/setup'])('%s is open', (path) => {
    expect(decide(anonymous, path)).toMatchObject({ kind: 'allow' })
  })

  test.each([
    ['/', '/login?redirect=%2F'],
    [
      '/product/list?page=2&keywords=%E8%8C%B6',
      '/login?redirect=%2Fproduct%2Flist%3Fpage%3D2%26keywords%3D%25E8%258C%25B6',
    ],
    ['/404', '/login?redirect=%2F404'],
    ['/401', '/login?redirect=%2F401'],
    ['/nowhere', '/login?redirect=%2Fnowhere'],
    ['/yshop/materia/index', '/login?redirect=%2Fyshop%2Fmateria%2Findex'],
  ])('%s leads to %s', (path, to) => {
    expect(decide(anonymous, path)).toEqual({ kind: 'redirect', to })
  })

  test('the sign-in URL contains the requested page', () => {
    const wanted = '/product/list?page=2&keywords=%E8%8C%B6#top'
    expect(pathAfterSignIn(placeAt(signInPath(placeAt(wanted))).search)).toBe(wanted)
  })

  test.each([
    ['', '/'],
    ['?redirect=', '/'],
    ['?redirect=https%3A%2F%2Fevil.example', '/'],
    ['?redirect=%2F%2Fevil.example', '/'],
    ['?redirect=%2F%5Cevil.example', '/'],
    ['?redirect=%2Fproduct%0Alist', '/'],
    ['?redirect=%2Fproduct%2Flist', '/product/list'],
  ])('after sign-in at %s the next page is %s', (search, path) => {
    expect(pathAfterSignIn(search)).toBe(path)
  })
})

describe('signed in', () => {
  test.each([anonymous.menus, inside.menus])('/login leads to the root (menu %s)', (menus) => {
    expect(decide({ ...reloaded, menus }, '/login?redirect=%2Fx')).toEqual({ kind: 'redirect', to: '/' })
  })

  test('without roles the user is fetched, then the menu, then the target opens', () => {
    expect(decide(reloaded, '/product/list')).toEqual({ kind: 'load-info' })
    expect(decide(known, '/product/list')).toEqual({ kind: 'load-menus' })
    expect(decide(inside, '/product/list')).toEqual({ kind: 'allow', match: matchAt('/product/list') })
  })

  test('right after sign-in the menu is fetched, even if an earlier one is still present', () => {
    const justSignedIn = { ...inside, session: { ...inside.session, loadMenus: true } }
    expect(decide(justSignedIn, '/dashboard')).toEqual({ kind: 'load-menus' })
  })

  test('a failed menu is not requested again; fixed routes stay usable', () => {
    const failed: GateState = { ...known, menus: 'failed' }
    expect(decide(failed, '/dashboard')).toMatchObject({ kind: 'allow' })
    expect(decide(failed, '/user/center')).toMatchObject({ kind: 'allow' })
    expect(decide(failed, '/product/list')).toEqual({ kind: 'menu-failed' })
  })

  test.each(['/nowhere', '/product', '/product/edit'])('%s leads to /404', (path) => {
    expect(decide(inside, path)).toEqual({ kind: 'redirect', to: '/404' })
  })

  test('an unknown path is decided only once the menu is loaded', () => {
    expect(decide(reloaded, '/nowhere')).toEqual({ kind: 'load-info' })
    expect(decide(known, '/nowhere')).toEqual({ kind: 'load-menus' })
  })

  test('the root leads to the dashboard', () => {
    expect(decide(inside, '/')).toEqual({ kind: 'redirect', to: '/dashboard' })
  })

  test('a fresh installation shows /setup even with an old token', () => {
    expect(decide(reloaded, '/setup')).toMatchObject({ kind: 'allow' })
  })

  test('users who must change the password reach only the page for it', () => {
    const user = { ...someone, mustChangePassword: true }
    const bound = { ...inside, session: { ...inside.session, user } }
    expect(decide(bound, '/product/list')).toEqual({
      kind: 'redirect',
      to: '/user/center?tab=password&redirect=%2Fproduct%2Flist',
    })
    expect(decide(bound, '/')).toEqual({ kind: 'redirect', to: '/user/center?tab=password' })
    expect(decide(bound, '/user/center?tab=password')).toMatchObject({ kind: 'allow' })
  })
})

test('a page that is no longer permitted is replaced by /401, any other stays', () => {
  const fewer = recordsOf(shopMenus.slice(1))
  expect(pathAfterMenuChange(fewer, placeAt('/product/list?page=2'))).toBe('/401')
  expect(pathAfterMenuChange(fewer, placeAt('/order/list?page=2'))).toBeUndefined()
  expect(pathAfterMenuChange(fewer, placeAt('/dashboard'))).toBeUndefined()
})

test.each([
  ['/redirect/product/list?page=2#top', '/product/list?page=2#top'],
  ['/redirect/product/edit/%E8%8C%B6', '/product/edit/%E8%8C%B6'],
  ['/redirect', '/'],
  ['/redirect//evil.example/x', '/evil.example/x'],
])('%s redirects to %s', (from, to) => {
  expect(redirectTarget(placeAt(from))).toBe(to)
})

describe('/auth/info fails', () => {
  test.each([400, 401, 403, 404, 428])('%s logs out at once', (status) => {
    expect(decideInfoFailure(status, 1)).toEqual({ kind: 'log-out-and-reload' })
  })

  test.each([undefined, 500, 502, 503])('%s is retried twice, then logs out', (status) => {
    const text = '正在连接服务器…'
    expect(decideInfoFailure(status, 1)).toEqual({ kind: 'retry', afterMs: 1000, text })
    expect(decideInfoFailure(status, 2)).toEqual({ kind: 'retry', afterMs: 3000, text })
    expect(decideInfoFailure(status, 3)).toEqual({ kind: 'log-out-and-reload' })
  })
})
