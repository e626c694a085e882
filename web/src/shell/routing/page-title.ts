/**
 * The title of the window.
 * @param siteName setting `site_name`; empty until loaded
 */
export function documentTitle(title: string | undefined, siteName: string): string {
  const product = siteName || '商城管理后台'
  return title ? `${title} - ${product}` : product
}
