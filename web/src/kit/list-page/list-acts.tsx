import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { Route } from '@zhanggui/contract/routes.ts'
import { Button, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import { Can } from '../access/can.tsx'
import { WriteButton } from '../access/write-button.tsx'
import { ExportButton, type ExportRoute, takesChosen } from './export-button.tsx'
import styles from './list-acts.module.css'
import type { List } from './use-list.ts'
import type { Views } from './views/use-views.ts'
import { ViewButtons } from './views/view-acts.tsx'

/** What a list offers as a whole. */
type Offer<Row> = {
  list: List<Row>
  /** Its own acts. */
  tools?: ReactNode
  /** The route of 导出, for sessions that may call it. */
  exports?: ExportRoute | undefined
  /** The route behind 新增. */
  add?: Route | undefined
  addText: string
  onAdd: () => void
}

/** Beside the name of the list. */
export function ListActs<Row>({ list, tools, exports, add, addText, onAdd }: Offer<Row>) {
  return (
    <>
      {tools}
      {exports && <ExportButton list={list} route={exports} />}
      {add && (
        <Can do={add}>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
            {addText}
          </Button>
        </Can>
      )}
    </>
  )
}

/** On phones, which have no room for acts above the search: 新增 as a sign, all others behind 更多操作. */
export function PhoneActs<Row>({ list, tools, exports, add, addText, onAdd, views }: Offer<Row> & { views: Views }) {
  const [open, setOpen] = useState(false)
  const content = (
    // biome-ignore lint/a11y: the buttons within are the controls; whichever is pressed, the list of them closes
    <div className={styles.moreActs} onClick={() => setOpen(false)}>
      {tools}
      {exports && <ExportButton list={list} route={exports} />}
      <ViewButtons of={views} />
    </div>
  )
  return (
    <>
      {add && (
        <Can do={add}>
          <Button type="text" icon={<PlusOutlined aria-hidden />} aria-label={addText} onClick={onAdd} />
        </Can>
      )}
      {(tools || exports || views.keep || views.acts.length > 0) && (
        <Popover trigger="click" open={open} onOpenChange={setOpen} placement="bottomRight" content={content}>
          <Button type="text" icon={<EllipsisOutlined aria-hidden />} aria-label="更多操作" />
        </Popover>
      )}
    </>
  )
}

/** With the chosen rows: the list's own acts, 导出, 修改 of a single one, 删除. */
export function ChosenActs<Row>(props: {
  list: List<Row>
  ids: readonly number[]
  exports: ExportRoute | undefined
  batch: ReactNode
  onEdit: (() => void) | undefined
  /** The route behind 删除, unless a row is chosen that must stay. */
  remove: Route | undefined
  removeText: string
  removing: { isPending: boolean }
  onRemove: () => void
}) {
  const { list, ids, exports, batch, onEdit, remove, removeText, removing, onRemove } = props
  return (
    <>
      {batch}
      {exports && takesChosen(exports) && <ExportButton list={list} route={exports} ids={ids} />}
      {onEdit && (
        <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
          修改
        </Button>
      )}
      {remove && (
        <Can do={remove}>
          <WriteButton danger icon={<DeleteOutlined aria-hidden />} of={removing} onClick={onRemove}>
            {removeText}
          </WriteButton>
        </Can>
      )}
    </>
  )
}
