import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import { type SavedView, savedView } from '@zhanggui/contract/setting/saved-view.ts'
import { Button, type ButtonProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { useReadOnly } from '../../access/can.tsx'
import { Greyed } from '../../access/greyed.tsx'
import { Dialog } from '../../dialog/dialog.tsx'
import { Named } from '../../page/named.tsx'
import type { Views } from './use-views.ts'
import styles from './view-manager.module.css'

type Managed = Exclude<NonNullable<Views['managed']>, false>

/** 管理视图: one's own views in their order, then those that others share. */
export default function ViewManager({ of }: { of: Managed }) {
  const { page, views, close } = of
  const [order, setOrder] = useState<readonly number[]>([])
  const sort = useWrite(savedView.sort, { onError: () => setOrder([]) })
  const place = ({ id }: SavedView) => order.indexOf(id)
  const own = views.filter((view) => view.own).sort((one, other) => place(one) - place(other))
  const others = views.filter((view) => !view.own && view.id > 0)
  const ids = own.map(({ id }) => id)

  function move(id: number, by: -1 | 1) {
    const from = ids.indexOf(id)
    const next = ids.toSpliced(from, 1).toSpliced(from + by, 0, id)
    setOrder(next)
    sort.mutate({ body: { page, ids: next } })
  }

  return (
    <Dialog title="管理视图" width={520} onCancel={close} footer={<Button onClick={close}>关闭</Button>}>
      <ul className={styles.managed}>
        {own.map((view, index) => (
          <ViewLine key={view.id} of={of} view={view}>
            <Act
              label={`上移「${view.name}」`}
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={index === 0}
              onClick={() => move(view.id, -1)}
            />
            <Act
              label={`下移「${view.name}」`}
              icon={<ArrowDownOutlined aria-hidden />}
              disabled={index === own.length - 1}
              onClick={() => move(view.id, 1)}
            />
          </ViewLine>
        ))}
        {others.map((view) => (
          <ViewLine key={view.id} of={of} view={view} />
        ))}
      </ul>
    </Dialog>
  )
}

/** A view's name, who has it, and what may be done about it. */
function ViewLine({ of, view, children }: { of: Managed; view: SavedView; children?: ReactNode }) {
  const { preset, mayChange, onEdit, onRemove } = of
  const { id, name, problem } = view
  const isPreset = preset.id === id
  return (
    <li className={styles.managedView}>
      <div className={styles.managedName}>
        <span>{problem ? `${name}（失效）` : name}</span>
        <small>{sharingText(view)}</small>
      </div>
      <Act
        label={`打开页面时默认用「${name}」`}
        aria-pressed={isPreset}
        disabled={problem !== ''}
        icon={isPreset ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
        onClick={() => preset.set(isPreset ? undefined : id)}
      />
      {children}
      {mayChange(view) && (
        <>
          <Act label={`编辑视图「${name}」`} icon={<EditOutlined aria-hidden />} onClick={() => onEdit(view)} />
          <Act
            label={`删除视图「${name}」`}
            danger
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => onRemove(view)}
          />
        </>
      )}
    </li>
  )
}

function Act({ label, ...props }: ButtonProps & { label: string }) {
  const readOnly = useReadOnly()
  return (
    <Greyed why={readOnly}>
      <Named name={readOnly === undefined ? label : ''}>
        <Button
          type="text"
          size="small"
          aria-label={label}
          {...props}
          disabled={props.disabled || readOnly !== undefined}
        />
      </Named>
    </Greyed>
  )
}

function sharingText({ own, shared, roles, ownerName, problem }: SavedView): string {
  if (problem) return problem
  if (!own) return `${ownerName || '已离职的同事'}共享`
  if (!shared) return '自用'
  return roles.length
    ? `共享给${roles.map(({ name }) => name || '已删除的角色').join('、')}`
    : '共享给能看这个列表的同事'
}
