import { useEffect } from 'react'
import { useSite } from '../../api/site.ts'
import { setWechatCard } from '../../go/wechat-card.ts'
import type { Shared } from './sharing.tsx'
import { useOwnLink } from './use-own-link.ts'

/** How the screen is shown when it is sent on from WeChat's menu; back to the shop's own card once it is left. Draws nothing. */
export default function CardInWechat({ of: { title, address, picture } }: { of: Shared }) {
  const link = useOwnLink(address)
  const { share } = useSite() ?? {}
  const [shopTitle, desc, image] = [share?.title ?? '', share?.desc ?? '', share?.image ?? '']
  useEffect(() => {
    if (link === undefined) return
    void setWechatCard({ title, desc, link, imgUrl: picture || image })
    return () => void setWechatCard({ title: shopTitle, desc, link: `${window.location.origin}/h5`, imgUrl: image })
  }, [title, desc, link, picture, image, shopTitle])
  return null
}
