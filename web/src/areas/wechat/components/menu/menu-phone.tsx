import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import type { ReactNode } from 'react'
import { type Entry, mayAdd, type Place } from '../../model/menu-tree.ts'
import { WechatPhone } from '../phone.tsx'
import { Sortable, useDragged } from '../sortable.tsx'
import styles from './menu.module.css'

type MenuPhoneProps = {
  tree: readonly Entry[]
  place: Place | undefined
  disabled: boolean
  onChoose: (id: string) => void
  onMove: (id: string, to: number) => void
  onAdd: (parent?: Entry) => void
  children: ReactNode
}

/** The menu on a fan's phone: tapped to be edited, and dragged within the bar and within what opens above it. */
export function MenuPhone({ tree, place, disabled, onChoose, onMove, onAdd, children }: MenuPhoneProps) {
  const open = place && (place.parent ?? place.entry)
  const bar = (
    <nav className={styles.bar} aria-label="自定义菜单">
      <MenuOutlined className={styles.keyboard} aria-hidden />
      <Sortable ids={tree.map(({ id }) => id)} direction="row" onMove={onMove}>
        {tree.map((entry) => (
          <Tap key={entry.id} entry={entry} chosen={place?.entry.id} disabled={disabled} onChoose={onChoose}>
            {open?.id === entry.id && (
              <div className={styles.popup}>
                <Sortable ids={entry.below.map(({ id }) => id)} onMove={onMove}>
                  {entry.below.map((item) => (
                    <Tap key={item.id} entry={item} chosen={place?.entry.id} disabled={disabled} onChoose={onChoose} />
                  ))}
                </Sortable>
                {!disabled && mayAdd(tree, entry) && (
                  <button type="button" aria-label={`在${entry.name}里加一项`} onClick={() => onAdd(entry)}>
                    ＋
                  </button>
                )}
              </div>
            )}
          </Tap>
        ))}
      </Sortable>
      {!disabled && mayAdd(tree) && (
        <button type="button" className={styles.plus} aria-label="加一个一级菜单" onClick={() => onAdd()}>
          ＋
        </button>
      )}
    </nav>
  )
  return <WechatPhone bar={bar}>{children}</WechatPhone>
}

type TapProps = {
  entry: Entry
  chosen: string | undefined
  disabled: boolean
  onChoose: (id: string) => void
  children?: ReactNode
}

function Tap({ entry: { id, name, below }, chosen, disabled, onChoose, children }: TapProps) {
  const { ref, style, pointer } = useDragged(id, disabled)
  return (
    <div ref={ref} style={style} className={styles.tap}>
      {children}
      {/* By keyboard items are moved in the list beside it. */}
      <button
        type="button"
        aria-pressed={chosen === id}
        onPointerDown={pointer?.onPointerDown as React.PointerEventHandler}
        onClick={() => onChoose(id)}
      >
        {below.length > 0 && <span aria-hidden>≡ </span>}
        {name || '未命名'}
      </button>
    </div>
  )
}
