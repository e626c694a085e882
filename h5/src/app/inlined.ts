import type { Site } from '@zhanggui/contract/decor/front-page.ts'
import { noteDocumentTime } from '../api/clock.ts'
import { type Inlined, takeInlined } from '../api/read.ts'

const SITE = '/api/front/site'

/** Takes over what the document brought; without one, as with the tools of development, everything is asked for. */
export function readDocument(): void {
  const text = document.getElementById('inlined')?.textContent
  if (!text) return
  const inlined = JSON.parse(text) as Inlined
  takeInlined(inlined)
  const site = inlined.answers[SITE] as Site | undefined
  if (site) noteDocumentTime(site.serverTime)
}
