import { shopTheme } from '@zhanggui/contract/decor/layout.ts'
import { decorPage, type PageInfo } from '@zhanggui/contract/decor/page.ts'
import { pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import type { Page } from '@zhanggui/page-kit/page.ts'
import { Route, Routes } from 'react-router'
import { useSession } from '../../api/session.ts'
import { answer } from '../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import { usePageStore } from './model/page-store.ts'
import { makePageInfo } from './page.fixture.ts'
import PageDesignerPage from './pages/page-designer.page.tsx'

/** The page that is open in the designer. */
export const openedPage = (): Page => usePageStore.getState().history.present

export function signInWith(permissions: string[]): void {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

/** A wide window, everything permitted, a colleague who has the page open, and a shop without data. */
export function prepareDesigner(): void {
  Object.defineProperty(window, 'innerWidth', { configurable: true, value: 1440 })
  signInWith(['*:*:*'])
  answer(decorPage.validate, { issues: [] })
  answer(decorPage.heartbeat, { version: 3, editors: [{ name: '许北', seenTime: '2026-11-29 10:00:00' }] })
  answer(decorPage.resolve, {})
  answer(pageBlock.list, { list: [], total: 0, page: 1, limit: 100 })
  answer(pageVersion.list, { list: [], total: 0, page: 1, limit: 20 })
  answer(shopTheme.info, { theme: 1, radius: 2 })
}

export function openDesigner(draft: Page, given: Partial<PageInfo> = {}) {
  answer(decorPage.info, makePageInfo(draft, given))
  return renderPage(
    <Routes>
      <Route path="/design/editor/:id?" element={<PageDesignerPage />} />
    </Routes>,
    '/design/editor/7?type=edit',
  )
}

/** Answers saves of the draft with the next version. */
export const takeSaves = () =>
  answer(decorPage.saveDraft, ({ body }) => ({ id: 7, version: body.version + 1, issues: [], put: [], keptId: null }))
