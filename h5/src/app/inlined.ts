import type { Site } from '@zhanggui/contract/decor/front-page.ts'
import { noteDocumentTime } from '../api/clock.ts'
import { type Inlined, takeInlined } from '../api/read.ts'

const SITE = '/api/front/site'

/**
 * Takes over what the document brought; without one, as with the tools of development, everything is asked for.
 * @returns the path of the screen that it was written for
 */
export function readDocument(): string | undefined {
  const text = document.getElementById('inlined')?.textContent
  if (!text) return undefined
  const inlined = JSON.parse(text) as Inlined & { screen: string }
  takeInlined(inlined)
  const site = inlined.answers[SITE] as Site | undefined
  if (site) noteDocumentTime(site.serverTime)
  return inlined.screen
}
