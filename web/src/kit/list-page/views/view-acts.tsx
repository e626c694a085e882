import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Button, Dropdown } from 'antd'
import { ActButton, useActItems } from '../row-actions.tsx'
import type { Views } from './use-views.ts'

type ViewActsProps = { of: Pick<Views, 'keep' | 'acts'> }

/** What can be done about the views of a list, in its bar: 存为视图, and a menu for the rest. */
export function ViewActs({ of: { keep, acts } }: ViewActsProps) {
  const itemOf = useActItems()
  return (
    <>
      {keep && <ActButton of={keep} type="text" />}
      {acts.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: acts.map((act) => ({ key: act.label, ...itemOf(act) })) }}>
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
  return [...(keep ? [keep] : []), ...acts].map((act) => (
    <ActButton key={act.label} of={act} danger={act.danger === true} />
  ))
}
