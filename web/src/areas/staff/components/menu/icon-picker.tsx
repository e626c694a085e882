import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { Icon, iconNames } from '../../../../kit/icon.tsx'
import { NothingFound } from '../../../../kit/page/block-state.tsx'
import styles from './icon-picker.module.css'

type Props = { id?: string; value?: string; onChange?: (name: string) => void }

/** Selects one of the console's icons by name. */
export function IconPicker({ id, value, onChange }: Props) {
  const [open, setOpen] = useState(false)

  function handleChoose(name: string) {
    setOpen(false)
    onChange?.(name)
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      content={<Icons chosen={value} onChoose={handleChoose} />}
    >
      <Input
        id={id}
        readOnly
        role="combobox"
        aria-expanded={open}
        aria-haspopup="dialog"
        value={value ?? ''}
        placeholder="点击选择图标"
        prefix={value ? <Icon name={value} /> : <SearchOutlined aria-hidden />}
        suffix={
          value && (
            <Button type="link" size="small" className={styles.clear} onClick={() => onChange?.('')}>
              清除
            </Button>
          )
        }
        onKeyDown={({ key }) => (key === 'Enter' || key === ' ' || key === 'ArrowDown') && setOpen(true)}
      />
    </Popover>
  )
}

function Icons({ chosen, onChoose }: { chosen: string | undefined; onChoose: (name: string) => void }) {
  const [wanted, setWanted] = useState('')
  const shown = iconNames.filter((name) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <div className={styles.picker} role="dialog" aria-label="选择图标">
      <Input
        autoFocus
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        placeholder="输入名称筛选"
        aria-label="筛选图标"
        onChange={({ target }) => setWanted(target.value)}
      />
      {!shown.length && <NothingFound count={1} of="图标" onClear={() => setWanted('')} />}
      <div className={styles.icons}>
        {shown.map((name) => (
          <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
            <Icon name={name} />
            <span>{name}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
