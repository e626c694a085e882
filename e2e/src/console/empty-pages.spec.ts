import { expectAccessibleInBoth } from '../shop/accessible.ts'
import { expect, inEmptyShop as test } from '../shop/journey.ts'
import { menuPages } from '../shop/menu-pages.ts'
import { goWithin } from '../shop/within.ts'

/** So many journeys share the pages. */
const SHARES = 2

for (let share = 0; share < SHARES; share++)
  test(`no page of the menu keeps anybody out of a shop that is still empty, share ${share + 1} of ${SHARES}`, async ({
    open,
    admin,
  }) => {
    await admin.call('PUT', '/api/users/preferences', { settings: { appearance: 'system' } })
    const paths = await menuPages(admin)
    expect(paths.length).toBeGreaterThan(40)
    const page = await open('/dashboard', { as: 'admin' })
    await expect(page.getByRole('main')).toBeVisible()
    await expectAccessibleInBoth(page)
    for (const path of paths.filter((_, at) => at % SHARES === share)) {
      await goWithin(page, path)
      await expectAccessibleInBoth(page)
    }
  })
