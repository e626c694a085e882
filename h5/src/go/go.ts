import { parseLink, toH5 } from '@zhanggui/page-kit/links/links.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { navigate } from 'wouter/use-browser-location'

/** Where the storefront lies. Addresses of screens are below it: `/goods/5`. */
export const BASE = '/h5'

/** The address of the screen that is open, with what follows the question mark. */
export const here = (): string => (window.location.pathname.slice(BASE.length) || '/') + window.location.search

let made = 0
/** Names an entry of the history, so that the place in it is found again. */
export type EntryState = { entry: string; isFirst?: boolean }
const newEntry = (): EntryState => ({ entry: `${Date.now().toString(36)}-${(++made).toString(36)}` })

/** Opens a screen. @param replace takes the place of this one, to which nobody goes back */
export function go(address: string, { replace = false }: { replace?: boolean } = {}): void {
  navigate(BASE + (address === '/' ? '' : address), { replace, state: newEntry() })
}

/** Back to where one came from; to the home where that is not in this shop. */
export function goBack(): void {
  const state = window.history.state as EntryState | null
  if (state && !state.isFirst) window.history.back()
  else go('/', { replace: true })
}

/** Marks the entry by which one came in. */
export function markEntry(): void {
  if (!window.history.state?.entry) window.history.replaceState({ ...newEntry(), isFirst: true }, '')
}

/** Opens a link of decorated pages. What only a mini-program can show says so. */
export function openLink(link: string): void {
  const target = parseLink(link)
  const address = toH5(link)
  if (address) go(address.slice(BASE.length) || '/')
  else if (target?.kind === 'tel') window.location.assign(link)
  else if (target?.kind === 'top') window.scrollTo({ top: 0, behavior: 'smooth' })
  else if (target?.kind === 'anchor') document.getElementById(target.anchor)?.scrollIntoView({ behavior: 'smooth' })
  else toast('请在微信小程序中打开')
}
