import { useContext, useEffect } from 'react'
import { usePageNames } from './page-names.ts'
import { ViewContext } from './view.ts'

/**
 * Names the page's tab and window after its subject, which the menu does not know: 编辑商品 · 纯牛奶.
 * @param title undefined or empty until it is known
 * @param heading shown in the breadcrumb instead of the menu's title
 */
export function usePageName(title: string | undefined, heading?: string) {
  const { path } = useContext(ViewContext)
  useEffect(() => {
    if (!title) return
    usePageNames.setState({ [path]: { title, heading } })
    return () => usePageNames.setState({ [path]: undefined })
  }, [path, title, heading])
}
