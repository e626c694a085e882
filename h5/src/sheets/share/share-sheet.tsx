import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { channel } from '../../api/call.ts'
import { useSite } from '../../api/site.ts'
import { copyText } from '../../parts/copy-no.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Poster } from './poster.tsx'
import styles from './share.module.css'
import type { Shared } from './sharing.tsx'
import { useOwnLink } from './use-own-link.ts'

/** The ways to share: the phone's own, the link, a poster with its code. */
export default function ShareSheet({ of, onClose }: { of: Shared; onClose: () => void }) {
  const site = useSite()
  const [hasPoster, setPoster] = useState(false)
  const link = useOwnLink(of.address)
  const copy = async (text: string) => {
    await copyText(text, '链接已复制，发给朋友吧')
    onClose()
  }
  return (
    <Sheet title="分享" onClose={onClose}>
      {hasPoster && link !== undefined ? (
        <Poster {...of} link={link} shop={site?.siteName ?? ''} />
      ) : (
        <div className={styles.ways}>
          {channel === 'wechat' && <p>点右上角「···」，发给朋友或分享到朋友圈</p>}
          {channel === 'h5' && 'share' in navigator && (
            <Button isWide isBusy={link === undefined} onClick={() => link && void give(of.title, link)}>
              发给朋友
            </Button>
          )}
          <Button kind="line" isWide isBusy={link === undefined} onClick={() => link && void copy(link)}>
            复制链接
          </Button>
          <Button kind="line" isWide isBusy={link === undefined} onClick={() => setPoster(true)}>
            生成海报
          </Button>
        </div>
      )}
    </Sheet>
  )
}

async function give(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Who closes the system's sheet has changed their mind.
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast('请复制链接发给朋友')
  }
}
