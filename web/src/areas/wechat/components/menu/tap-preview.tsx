import { useQuery } from '@tanstack/react-query'
import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { isMenuKind, menuKinds } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { useSettled } from '../../../../kit/use-settled.ts'
import type { Entry } from '../../model/menu-tree.ts'
import { Happening } from '../phone.tsx'
import { Answer } from '../reply/answer.tsx'

/** What a fan sees after tapping an item. */
export function TapPreview({ entry }: { entry: Entry | undefined }) {
  if (!entry || entry.below.length) return null
  const { type = '', key = '', url = '', pagepath = '' } = entry
  if (type === 'click' || type === 'scancode_waitmsg') return <Answered word={key} />
  if (!isMenuKind(type)) return <Happening>点了没有反应</Happening>
  return (
    <Happening>
      {menuKinds[type]} {type === 'view' ? url : pagepath}
    </Happening>
  )
}

/** The reply of a keyword, as it is answered. */
function Answered({ word }: { word: string }) {
  const may = useCan(wechatReply.trial)
  const [asked] = useSettled(word.trim())
  const { data } = useQuery({
    ...read(wechatReply.trial, { query: { text: asked }, silent: true }),
    enabled: may && asked !== '',
  })
  if (!asked) return <Happening>还没有关键字</Happening>
  if (!data) return null
  // A tap is answered by a word alone, never by the reply to what no word answers.
  return data.found.length && data.reply ? <Answer of={data.reply} /> : <Happening>没有自动回复用这个关键字</Happening>
}
