import { createCache, StyleProvider } from '@ant-design/cssinjs'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { auth, type SignedIn, type Site } from '@zhanggui/contract/staff/auth.ts'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { setRouter } from '../kit/page/go.ts'
import { Providers } from '../shell/providers.tsx'
import { answer } from './fake-server.ts'

/** A shop with default settings. */
export function makeSite(given: Partial<Site> = {}): Site {
  return {
    siteName: '小店',
    logo: '',
    logoSquare: '',
    loginLogo: '',
    loginBackground: '',
    showFooter: true,
    footerTxt: '',
    caseNumber: '',
    caseUrl: '',
    policeNumber: '',
    policeUrl: '',
    company: '',
    frontDomain: '',
    mediaDomain: '',
    setupRequired: false,
    maintenance: false,
    resetByEmail: false,
    wechatFake: false,
    simPay: false,
    version: 'test',
    ...given,
  }
}

/** A user with only the given permissions. */
export function makeUser(given: Partial<SignedIn> = {}): SignedIn {
  return {
    id: 7,
    username: 'wang',
    name: '王掌柜',
    sex: '',
    avatar: '',
    email: '',
    phone: '',
    introduction: '',
    dept: null,
    job: null,
    storeIds: [],
    dataScopes: ['全部'],
    enabled: true,
    createTime: '2025-01-01 00:00:00',
    lastLoginTime: null,
    lastLoginIp: '',
    roles: ['seller'],
    roleNames: ['店员'],
    roleLevel: 2,
    permissions: [],
    mustChangePassword: false,
    passwordExpireDays: null,
    mfaEnabled: false,
    mfaRequired: false,
    preferences: {},
    sessionId: 's-1',
    ...given,
  }
}

/** The component library's styles, kept when a test's page goes: otherwise each test would generate them again. */
const styles = createCache()
const update = styles.opUpdate.bind(styles)
styles.opUpdate = (key, change) =>
  update(key, (before) => {
    const after = change(before)
    // A reference of our own: the count of users never falls to none.
    return key.startsWith('style%') && !before && after ? [1, after[1]] : after
  })

/**
 * Draws a page with its surroundings, at its own URL.
 * @returns also the router, whose location shows where the page has navigated
 */
export function renderPage(page: ReactNode, address = '/page', site: Partial<Site> = {}) {
  answer(auth.site, makeSite(site))
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] })
  setRouter(router)
  render(
    <StyleProvider cache={styles}>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StyleProvider>,
  )
  return { router, user: userEvent.setup() }
}
