import { expectAccessibleInBoth } from './accessible.ts'
import { expect, journeyIn } from './journey.ts'
import { menuPages } from './menu-pages.ts'

const test = journeyIn('empty')

test('16.8 no page of the menu keeps anybody out of a shop that is still empty', async ({ open, admin }) => {
  test.setTimeout(300_000)
  await admin.call('PUT', '/api/users/preferences', { settings: { appearance: 'system' } })
  const paths = ['/dashboard', ...(await menuPages(admin))]
  expect(paths.length).toBeGreaterThan(40)
  const page = await open('/dashboard', { as: 'admin' })
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await expectAccessibleInBoth(page)
  }
})
