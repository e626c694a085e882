import { useEffect } from 'react'
import { useSite } from '../api/site.ts'
import { startWithFooter, useSettings } from '../kit/settings/settings.ts'
import { documentTitle } from './routing/page-title.ts'

/** Updates the shop's part of the settings from the server. */
export function useSiteSettings() {
  const site = useSite()
  useEffect(() => {
    if (!site) return
    const { footerTxt, caseNumber, frontDomain, mediaDomain } = site
    useSettings.setState({ footerTxt, caseNumber, frontDomain, mediaDomain })
    startWithFooter(site.showFooter)
  }, [site])
}

/** Names the window after the current page. @param title undefined while the page has no title of its own */
export function useDocumentTitle(title: string | undefined) {
  const siteName = useSite()?.siteName ?? ''
  useEffect(() => {
    document.title = documentTitle(title, siteName)
  }, [title, siteName])
}
