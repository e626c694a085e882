import { type DaySale, type DaySlot, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { moveSale, moveText, slotsFor } from '../model/move.ts'
import { hoursText } from '../model/slots.ts'
import styles from './seckill.module.css'

/** A flash sale that is to be given other hours, and where it was dropped, if it was. */
export type Moving = { sale: DaySale; to?: DaySlot }

type Props = Moving & { slots: readonly DaySlot[]; onClose: () => void }

const nameOf = (slot: DaySlot) => `${slot.name} ${hoursText(slot)}`

/** 换场: asks for the other slot, and says what follows. */
export function MoveDialog({ sale, to, slots, onClose }: Props) {
  const others = slotsFor(sale, slots)
  const [chosen, setChosen] = useState(to?.id ?? others[0]?.id)
  const from = slots.find(({ id }) => id === sale.timeId)
  const slot = others.find(({ id }) => id === chosen)
  if (!from || !slot) return null
  function handleMove() {
    onClose()
    if (from && slot) moveSale(sale, from, slot)
  }
  return (
    <Dialog
      title={`「${sale.title}」换场`}
      width={480}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          不换
        </Button>,
        <WriteButton key="ok" type="primary" of={seckill.move} onClick={handleMove}>
          换到 {slot.name}
        </WriteButton>,
      ]}
    >
      <div className={styles.moved}>
        <span>{nameOf(from)}</span> →
        <Select
          aria-label="换到"
          value={slot.id}
          options={slots
            .filter(({ id }) => others.some((each) => each.id === id))
            .map((each) => ({ value: each.id, label: nameOf(each) }))}
          onChange={setChosen}
        />
      </div>
      <p className={styles.note}>{moveText(sale, slot)}</p>
    </Dialog>
  )
}
