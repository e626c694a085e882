/** A page's title with the object it shows, for the window and for its tab: 编辑商品·茶杯 (SH-11). */
export function pageTitle(routeTitle: string, objectName?: string): string {
  return objectName ? `${routeTitle}·${objectName}` : routeTitle
}

/**
 * The title of the window (SH-11).
 * @param siteName setting `site_name`; empty until it is known
 */
export function documentTitle(title: string | undefined, siteName: string): string {
  const product = siteName || '商城管理后台'
  return title ? `${title} - ${product}` : product
}
