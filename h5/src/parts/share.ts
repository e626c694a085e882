import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { BASE } from '../go/go.ts'

/** Gives a screen of the shop to others: by the system's sheet, else its link is copied. @param address below /h5, the open one without */
export async function share(title: string, address?: string): Promise<void> {
  const url = address === undefined ? window.location.href : `${window.location.origin}${BASE}${address}`
  try {
    if (navigator.share) await navigator.share({ title, url })
    else await copyLink(url)
  } catch (error) {
    // Who closes the system's sheet has changed their mind.
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast('请用浏览器的菜单分享')
  }
}

async function copyLink(url: string): Promise<void> {
  await navigator.clipboard.writeText(url)
  toast('链接已复制，发给朋友吧')
}
