import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { shopUser, type UserRow } from '@zhanggui/contract/user/shop-user.ts'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { SendDialog } from '../../../kit/coupon/send-dialog.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { nameOf } from '../model/words.ts'
import {
  DisableDialog,
  FundsDialog,
  GroupDialog,
  LevelDialog,
  NoteDialog,
  PhoneDialog,
  SpreadDialog,
  TagDialog,
} from './dialogs/user-dialogs.tsx'

type What = 'funds' | 'coupon' | 'group' | 'tag' | 'phone' | 'level' | 'spread' | 'disable' | 'note'
type Opened = { what: What; user: UserRow }
type Act = { label: string; danger?: boolean; onClick: () => void }

/** What may be done with a customer, in the list and in the detail, and the dialogs for it. */
export function useUserActs() {
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const [opened, setOpened] = useState<Opened>()
  const clear = useWrite(shopUser.clearSpread, { message: '已清除上级推广人' })
  const enable = useWrite(shopUser.status, { message: '已启用' })

  async function handleClear(user: UserRow) {
    const content = `清除「${nameOf(user)}」的上级推广人「${user.spreadNickname}」？已有的佣金不变。`
    if (await confirm({ content, okText: '清除' })) clear.mutate({ body: { id: user.id } })
  }

  function actsOf(user: UserRow): (Act | false)[] {
    const open = (what: What) => () => setOpened({ what, user })
    return [
      can(shopUser.funds) && { label: '积分余额', onClick: open('funds') },
      can(couponCopy.receive) && { label: '发券', onClick: open('coupon') },
      can(shopUser.group) && { label: '设置分组', onClick: open('group') },
      can(shopUser.tag) && { label: '设置标签', onClick: open('tag') },
      can(shopUser.phone) && { label: '修改手机号', onClick: open('phone') },
      can(shopUser.level) && { label: '修改用户等级', onClick: open('level') },
      can(shopUser.spread) && { label: '修改上级推广人', onClick: open('spread') },
      user.spreadUid > 0 && can(shopUser.clearSpread) && { label: '清除上级推广人', onClick: () => handleClear(user) },
      can(shopUser.status) &&
        (user.status
          ? { label: '禁用', danger: true, onClick: open('disable') }
          : { label: '启用', onClick: () => enable.mutate({ body: { ids: [user.id], status: true } }) }),
    ]
  }

  const dialogs = opened && dialogOf(opened, () => setOpened(undefined))
  return { can, actsOf, open: (what: What, user: UserRow) => setOpened({ what, user }), dialogs }
}

function dialogOf({ what, user }: Opened, onClose: () => void): ReactNode {
  const one = { user, onClose }
  const batch = { ids: [user.id], initial: user, onClose }
  if (what === 'funds') return <FundsDialog {...one} />
  if (what === 'coupon') return <SendDialog uids={[user.id]} onClose={onClose} />
  if (what === 'group') return <GroupDialog {...batch} />
  if (what === 'tag') return <TagDialog {...batch} />
  if (what === 'phone') return <PhoneDialog {...one} />
  if (what === 'level') return <LevelDialog {...one} />
  if (what === 'spread') return <SpreadDialog {...one} />
  if (what === 'note') return <NoteDialog {...one} />
  return <DisableDialog {...batch} />
}
