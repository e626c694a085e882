import { expect, type Page } from './journey.ts'
import { findViolations } from './violations.ts'

type Appearance = 'light' | 'dark'

/** @param rules those of colours are enough for a view that was checked in the other appearance */
export async function expectAccessible(page: Page, appearance: Appearance, rules: 'all' | 'colours') {
  await expect(page.locator('html')).toHaveAttribute('data-theme', appearance)
  await expect(
    page.locator('.ant-skeleton, .ant-spin-spinning, [role=progressbar][aria-label=页面加载中]'),
  ).toHaveCount(0)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const found = await findViolations(page, rules)
  expect.soft(found, `${new URL(page.url()).pathname}, ${appearance}`).toEqual([])
}

/**
 * Checks the current view in both appearances; in the second only if it shows a look that is new in this document. The page
 * stays in the appearance that was checked last, which is the first of the next view.
 */
export async function expectAccessibleInBoth(page: Page) {
  const isDark = await page.evaluate(() => window.matchMedia('(prefers-color-scheme: dark)').matches)
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const looks = () => page.evaluate(() => window.measuredLooks?.size ?? 0)
  const before = await looks()
  await expectAccessible(page, first, 'all')
  if ((await looks()) === before) return
  // A browser that draws nothing at the moment may not tell the page of the change: then it is told again.
  await expect(async () => {
    await page.emulateMedia({ colorScheme: first })
    await page.emulateMedia({ colorScheme: second })
    await expect(page.locator('html')).toHaveAttribute('data-theme', second, { timeout: 3000 })
  }).toPass()
  await expectAccessible(page, second, 'colours')
}
