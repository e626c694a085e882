import { globSync } from 'node:fs'
import { join, sep } from 'node:path'
import { homeTodos } from '@zhanggui/domain/dashboard/home-todo.ts'
import { expect, test } from 'vitest'
import { defaultMenu } from '../../server/src/areas/staff/default-menu/default-menu.ts'
import { helpTopics, pageHelp } from '../../web/src/shell/search/help-texts.ts'
import { root } from '../run.ts'

const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => path.split(sep).join('/'))

/** The pages that are built, by their components. */
const built = filesOf('web/src/areas/*/pages/*.page.tsx').map((path) =>
  path.replace(/^web\/src\/areas\/(.+)\/pages\/(.+)\.page\.tsx$/, '$1/$2'),
)
const pages = defaultMenu.filter(({ type, component }) => type === 1 && built.includes(component ?? ''))
/** There for everybody, whatever the menu says: see `fixed-routes.ts`. */
const FIXED = { home: 'dashboard/home', paths: ['/dashboard', '/user/center'] }
/** For developers of the console. */
const WITHOUT_HELP = ['setting/icon-gallery']

test('the search says of every page in the menu what it is for, and of no other', () => {
  const shown = [FIXED.home, ...pages.filter(({ hidden }) => !hidden).map(({ component }) => component ?? '')]
  expect(shown.filter((component) => !(component in pageHelp))).toEqual(WITHOUT_HELP)
  expect(Object.keys(pageHelp).filter((component) => !shown.includes(component))).toEqual([])
})

test('help and the tiles of the home page lead to pages that are there', async () => {
  const found = filesOf('web/src/areas/*/field-help.ts').map((path) => import(/* @vite-ignore */ join(root, path)))
  const fields = ((await Promise.all(found)) as { help: { link: string }[] }[]).flatMap(({ help }) => help)
  expect(fields.length).toBeGreaterThan(3)
  const links = [...helpTopics, ...fields].map(({ link }) => link).concat(Object.values(homeTodos).map(({ to }) => to))
  // A part that may be missing is the last: /product/edit/:id?
  const paths = [...FIXED.paths, ...pages.map(({ code }) => code.replace(/\/:\w+\?$/, ''))]
  expect(links.filter((link) => !paths.includes(link.split('?')[0] ?? ''))).toEqual([])
})
