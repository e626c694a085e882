import { useQuery } from '@tanstack/react-query'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { read } from '../api/read.ts'
import { startWithFooter, useSettings } from '../kit/settings/settings.ts'
import { documentTitle } from './routing/page-title.ts'

/** Asked for again when it fails, or the page would bear another name than the shop's until it is loaded anew. */
const siteQuery = {
  ...read(auth.site, { silent: true }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: 5,
  retryDelay: 15_000,
}

/** What every page may know of the shop before sign-in (SH-108); undefined until it is here. */
export function useSite() {
  return useQuery(siteQuery, queryClient).data
}

/** Keeps the shop's part of the settings as the server has it (SH-104, SH-108). */
export function useSiteSettings() {
  const site = useSite()
  useEffect(() => {
    if (!site) return
    const { footerTxt, caseNumber, frontDomain, mediaDomain } = site
    useSettings.setState({ footerTxt, caseNumber, frontDomain, mediaDomain })
    startWithFooter(site.showFooter)
  }, [site])
}

/** Names the window after the page on show (SH-11). @param title none while the page has no title of its own */
export function useDocumentTitle(title: string | undefined) {
  const siteName = useSite()?.siteName ?? ''
  useEffect(() => {
    document.title = documentTitle(title, siteName)
  }, [title, siteName])
}
