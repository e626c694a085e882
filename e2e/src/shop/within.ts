import { expect, type Page } from './journey.ts'

/**
 * Goes to an address within the open console, as a link does, and closes the other tabs: a page that is drawn so costs a third
 * of one that is loaded. One of the path that is shown is loaded.
 */
export async function goWithin(page: Page, path: string) {
  await expect(page.getByRole('main')).toBeVisible()
  const { pathname } = new URL(path, page.url())
  if (pathname === new URL(page.url()).pathname) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    return
  }
  await page.evaluate((to) => {
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number }
    window.history.pushState({ usr: null, key: to, idx: idx + 1 }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  }, path)
  const tabs = page.getByRole('navigation', { name: '标签页' })
  await expect
    .poll(
      async () => (await tabs.locator('a[aria-current=page]').getAttribute('href'))?.split('?')[0],
      `${path} is drawn`,
    )
    .toBe(pathname)
  await tabs.evaluate((bar) => {
    for (const tab of bar.querySelectorAll('li'))
      if (!tab.querySelector('[aria-current=page]')) tab.querySelector('button')?.click()
  })
}
