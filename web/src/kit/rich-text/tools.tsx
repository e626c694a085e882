import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Button, Dropdown, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import { Named } from '../page/named.tsx'
import type { Choice, Run } from './actions.tsx'
import styles from './rich-text.module.css'

const colours = [
  ...['#000000', '#595959', '#8c8c8c', '#bfbfbf', '#ffffff', '#f5222d', '#fa541c', '#fa8c16'],
  ...['#fadb14', '#52c41a', '#13c2c2', '#1890ff', '#2f54eb', '#722ed1', '#eb2f96', '#873800'],
]

type ToolProps = {
  label: string
  pressed?: boolean
  disabled: boolean
  onClick?: () => void
  className?: string
  children: ReactNode
}

/** A toolbar button. The text keeps its selection when it is pressed. */
export function Tool({ label, pressed, disabled, onClick, className, children }: ToolProps) {
  return (
    <Named name={label}>
      <Button
        type="text"
        size="small"
        className={className}
        aria-label={label}
        aria-pressed={pressed}
        tabIndex={-1}
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        {children}
      </Button>
    </Named>
  )
}

type MenuToolProps = Omit<ToolProps, 'onClick'> & {
  choices: readonly Choice[]
  chosen?: string | undefined
  onChoose: (run: Run) => void
}

/** A button with a menu. */
export function MenuTool({ choices, chosen, onChoose, children, ...tool }: MenuToolProps) {
  return (
    <Dropdown
      trigger={['click']}
      disabled={tool.disabled}
      menu={{
        items: choices.map(({ key, label }) => ({ key, label })),
        selectedKeys: chosen === undefined ? [] : [chosen],
        onClick: ({ key }) => {
          const choice = choices.find((one) => one.key === key)
          if (choice) onChoose(choice.run)
        },
      }}
    >
      <span>
        <Tool {...tool} className={styles.wide}>
          {children}
          <DownOutlined className={styles.more} />
        </Tool>
      </span>
    </Dropdown>
  )
}

type PanelToolProps = Omit<ToolProps, 'children' | 'onClick'> & {
  icon: ReactNode
  children: (close: () => void) => ReactNode
}

/** A button with a panel, which receives a function that closes it. */
export function PanelTool({ icon, children, ...tool }: PanelToolProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={open && !tool.disabled}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<div className={styles.panel}>{children(() => setOpen(false))}</div>}
    >
      <span>
        <Tool {...tool}>{icon}</Tool>
      </span>
    </Popover>
  )
}

type PaletteToolProps = {
  label: string
  icon: ReactNode
  disabled: boolean
  /** No colour means the default one. */
  onChoose: (colour?: string) => void
}

/** A button with colours to choose from. */
export function PaletteTool({ label, icon, disabled, onChoose }: PaletteToolProps) {
  return (
    <PanelTool label={label} icon={icon} disabled={disabled}>
      {(close) => (
        <>
          <div className={styles.swatches}>
            {colours.map((colour) => (
              <button
                key={colour}
                type="button"
                aria-label={colour}
                title={colour}
                style={{ background: colour }}
                onClick={() => {
                  onChoose(colour)
                  close()
                }}
              />
            ))}
          </div>
          <Button
            onClick={() => {
              onChoose()
              close()
            }}
          >
            恢复默认
          </Button>
        </>
      )}
    </PanelTool>
  )
}
