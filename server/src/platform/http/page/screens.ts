import { globSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../../../config.ts'

const areas = join(repositoryRoot, 'web/src/areas')

/** The screens of this version of the console, by component name: `<area>/<page>`. */
export const screens: ReadonlySet<string> = new Set(
  globSync('*/pages/*.page.tsx', { cwd: areas }).map((file) =>
    file.replace(/^(.+)[\\/]pages[\\/](.+)\.page\.tsx$/, '$1/$2'),
  ),
)
