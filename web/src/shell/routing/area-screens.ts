import type { PageModule } from './screens.ts'

const files = import.meta.glob<PageModule>('../../areas/*/pages/*.page.tsx')

/** The loaders of the areas' pages, by component name: `product/product-list`. */
export const areaScreens = new Map(Object.entries(files).map(([file, load]) => [nameOf(file), load]))

/** `../../areas/product/pages/product-list.page.tsx` → `product/product-list`. */
function nameOf(file: string): string {
  return file.replace(/^.*\/areas\/([^/]+)\/pages\/(.+)\.page\.tsx$/, '$1/$2')
}
