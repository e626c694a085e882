import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Button, Dropdown } from 'antd'
import type { ViewAct } from './use-views.ts'

/** What can be done about the views of a list, in its bar: 存为视图, or a menu for the view that is shown. */
export function ViewActs({ of }: { of: readonly ViewAct[] }) {
  if (of.length < 2) return <ViewButtons of={of} text />
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: of.map(({ label, danger, onClick }) => ({ key: label, label, danger, onClick })) }}
    >
      <Button type="text">
        视图 <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  )
}

/** The same as buttons, below the other acts on phones. */
export function ViewButtons({ of, text }: { of: readonly ViewAct[]; text?: true }) {
  return of.map(({ label, danger, onClick }) => (
    <Button key={label} type={text ? 'text' : 'default'} danger={danger} onClick={onClick}>
      {label}
    </Button>
  ))
}
