import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { Button, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { MAX_SHORTCUTS, type Shortcut, type ShortcutPage } from '../model/shortcuts.ts'
import styles from './shortcuts.module.css'

type ShortcutEditorProps = {
  chosen: readonly Shortcut[]
  /** Every page that may be chosen. */
  pages: readonly ShortcutPage[]
  /** Nothing was chosen yet. */
  isUsual: boolean
  /** Keeps the addresses of a choice; undefined brings the usual ones back. */
  onChange: (links: readonly string[] | undefined) => void
  onClose: () => void
}

/** What a button of a line does; the line is named by its address. */
type Act = 'up' | 'down' | 'remove'

/** Chooses, orders and resets the links of the home page; each change applies at once. */
export default function ShortcutEditor({ chosen, pages, isUsual, onChange, onClose }: ShortcutEditorProps) {
  const links = chosen.map(({ to }) => to)
  const isFull = links.length >= MAX_SHORTCUTS
  const list = useRef<HTMLUListElement>(null)
  const [used, setUsed] = useState<{ to: string; act: Act }>()

  // A button that is gone or has nothing left to do would lose the focus of the keyboard.
  useEffect(() => {
    if (!used) return
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    const own = buttons.filter(({ dataset }) => dataset.to === used.to)
    const next = own.find(({ dataset }) => dataset.act === used.act) ?? own[0]
    next?.focus()
  }, [used])

  function move(to: string, by: -1 | 1) {
    const from = links.indexOf(to)
    onChange(links.toSpliced(from, 1).toSpliced(from + by, 0, to))
    setUsed({ to, act: by < 0 ? 'up' : 'down' })
  }

  function remove(to: string) {
    const at = links.indexOf(to)
    onChange(links.toSpliced(at, 1))
    const neighbour = links[at + 1] ?? links[at - 1]
    setUsed(neighbour === undefined ? undefined : { to: neighbour, act: 'remove' })
  }

  return (
    <Dialog
      title="编辑快捷入口"
      width={480}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <Button type="link" disabled={isUsual} onClick={() => onChange(undefined)}>
            恢复默认
          </Button>
          <Button type="primary" onClick={onClose}>
            完成
          </Button>
        </div>
      }
    >
      <ul className={styles.chosen} ref={list} aria-label="快捷入口的顺序">
        {chosen.map(({ to, title, icon }, index) => {
          const button = (act: Act) => ({ type: 'text', size: 'small', 'data-to': to, 'data-act': act }) as const
          return (
            <li key={to}>
              <Icon name={icon} />
              <span className={styles.name}>{title}</span>
              <Button
                {...button('up')}
                aria-label={`上移「${title}」`}
                icon={<ArrowUpOutlined aria-hidden />}
                disabled={index === 0}
                onClick={() => move(to, -1)}
              />
              <Button
                {...button('down')}
                aria-label={`下移「${title}」`}
                icon={<ArrowDownOutlined aria-hidden />}
                disabled={index === chosen.length - 1}
                onClick={() => move(to, 1)}
              />
              <Button
                {...button('remove')}
                aria-label={`移除「${title}」`}
                icon={<CloseOutlined aria-hidden />}
                onClick={() => remove(to)}
              />
            </li>
          )
        })}
      </ul>
      <Select<string>
        className={styles.add}
        aria-label="添加页面"
        placeholder={isFull ? `最多 ${MAX_SHORTCUTS} 个，先移除一个再添加` : '添加页面：输入名称查找'}
        disabled={isFull}
        value={null}
        showSearch={{ optionFilterProp: 'label' }}
        options={pages.filter(({ to }) => !links.includes(to)).map(optionOf)}
        onChange={(to) => onChange([...links, to])}
      />
    </Dialog>
  )
}

/** A page to choose, with the menus it is in. Headings between the options would be options to a screen reader, and faults to axe. */
const optionOf = ({ to, title, within }: ShortcutPage) => ({
  value: to,
  label: [title, within].filter(Boolean).join(' · '),
})
