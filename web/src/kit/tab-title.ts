import { useContext, useEffect } from 'react'
import { pageTitle } from '../shell/model/page-title.ts'
import { renameTab } from '../shell/model/tabs.ts'
import { usePageNames } from '../shell/page-names.ts'
import { useTabs } from '../shell/tabs.ts'
import { ViewContext } from '../shell/view.ts'

/**
 * Names the page's tab and window after the object it is about: 编辑商品·茶杯 (SH-11).
 * @param name undefined until it is known
 */
export function useTabTitle(name: string | undefined) {
  const { path, title } = useContext(ViewContext)
  useEffect(() => {
    if (!name) return
    useTabs.setState((tabs) => renameTab(tabs, path, pageTitle(title, name)))
    usePageNames.setState({ [path]: name })
    return () => usePageNames.setState({ [path]: '' })
  }, [path, title, name])
}
