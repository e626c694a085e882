import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Button, Dropdown } from 'antd'
import type { ViewAct, Views } from './use-views.ts'

type ViewActsProps = { of: Pick<Views, 'keep' | 'acts'> }

/** What can be done about the views of a list, in its bar: 存为视图, and a menu for the rest. */
export function ViewActs({ of: { keep, acts } }: ViewActsProps) {
  return (
    <>
      {keep && <Act of={keep} type="text" />}
      {acts.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{ items: acts.map(({ label, danger, onClick }) => ({ key: label, label, danger, onClick })) }}
        >
          <Button type="text">
            视图 <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
    </>
  )
}

/** The same as buttons, below the other acts on phones. */
export function ViewButtons({ of: { keep, acts } }: ViewActsProps) {
  return [...(keep ? [keep] : []), ...acts].map((act) => <Act key={act.label} of={act} type="default" />)
}

function Act({ of: { label, danger, onClick }, type }: { of: ViewAct; type: 'text' | 'default' }) {
  return (
    <Button type={type} danger={danger} onClick={onClick}>
      {label}
    </Button>
  )
}
