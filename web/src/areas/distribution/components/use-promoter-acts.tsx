import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { nameOf } from '../model/promoter-words.ts'
import { AdjustDialog, type Promoting } from './promoter-dialogs.tsx'

type Act = { label: string; danger?: boolean; onClick: () => void }

/** What may be done with a promoter, in the list and on their page, and the dialog for it. */
export function usePromoterActs() {
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const [adjusting, setAdjusting] = useState<Promoting>()
  const clear = useWrite(shopUser.clearSpread, { message: '已清除上级推广人' })
  const cancel = useWrite(promoter.appoint, { message: '已取消推广资格' })
  const appoint = useWrite(promoter.appoint, { message: '已指定为分销员' })

  async function handleClear(of: Promoting) {
    const content = `清除「${nameOf(of)}」的上级推广人「${of.spreadNickname}」？已有的佣金不变。`
    if (await confirm({ content, okText: '清除' })) clear.mutate({ body: { id: of.id } })
  }

  async function handleCancel(of: Promoting) {
    const content = `取消「${nameOf(of)}」的推广资格？以后的订单不再返佣，已有的佣金照常解冻和提现。`
    if (await confirm({ content, okText: '取消资格' })) cancel.mutate({ body: { ids: [of.id], isPromoter: false } })
  }

  function actsOf(of: Promoting): (Act | false)[] {
    return [
      can(promoter.adjust) && { label: '调整佣金', onClick: () => setAdjusting(of) },
      of.spreadUid > 0 && can(shopUser.clearSpread) && { label: '清除上级推广人', onClick: () => handleClear(of) },
      can(promoter.appoint) &&
        (of.isPromoter
          ? { label: '取消推广资格', danger: true, onClick: () => handleCancel(of) }
          : {
              label: '指定为分销员',
              onClick: () => appoint.mutate({ body: { ids: [of.id], isPromoter: true } }),
            }),
    ]
  }

  const dialogs: ReactNode = adjusting && <AdjustDialog of={adjusting} onClose={() => setAdjusting(undefined)} />
  return { can, actsOf, dialogs }
}
