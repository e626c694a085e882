import { useState } from 'react'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import type { InfoDialogProps } from '../act-dialog.ts'
import { CasePanel } from './case-detail.tsx'

/** 处理售后: the open case of an order, in place of its refund. */
export default function OpenCasePanel({ info, onClose }: InfoDialogProps) {
  const open = info.cases.find(({ state, salesState }) => state < 3 && salesState === 0)
  const [id, setId] = useState(open?.id)
  if (id === undefined)
    return (
      <SidePanel title="售后单" width={480} onClose={onClose}>
        售后单已处理
      </SidePanel>
    )
  return <CasePanel id={id} look={(next) => (next === undefined ? onClose() : setId(next))} />
}
