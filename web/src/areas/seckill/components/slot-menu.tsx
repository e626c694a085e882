import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { Dropdown } from 'antd'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { seckillScreens } from '../model/seckill-words.ts'

export type SlotActs = {
  /** On which something is added; undefined for days that are over. */
  day: string | undefined
  onEdit: (id: number) => void
}

/** What may be done with a slot of a day, opened by its block. */
export function SlotMenu({ slot, acts, children }: { slot: { id: number }; acts: SlotActs; children: ReactElement }) {
  const navigate = useNavigate()
  const [mayEdit, mayAdd] = [useCan(seckillSlot.update), useCan(seckill.save)]
  const { list, edit } = seckillScreens
  const items = [
    { key: 'look', label: '看它的商品', onClick: () => navigate(`${list}?timeId=${slot.id}`) },
    ...(mayAdd
      ? [
          {
            key: 'add',
            label: '添加商品',
            onClick: () => navigate(`${edit}?timeId=${slot.id}${acts.day ? `&day=${acts.day}` : ''}`),
          },
        ]
      : []),
    ...(mayEdit ? [{ key: 'edit', label: '编辑场次', onClick: () => acts.onEdit(slot.id) }] : []),
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      {children}
    </Dropdown>
  )
}
