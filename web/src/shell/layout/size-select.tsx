import FontSizeOutlined from '@ant-design/icons/es/icons/FontSizeOutlined'
import { Dropdown } from 'antd'
import { chooseSize } from '../../kit/settings/choose-size.ts'
import { useSize } from '../../kit/settings/size.ts'
import { sizeRows, sizes } from '../../kit/settings/sizes.ts'
import styles from './tool.module.css'

/** Selects the display size. */
export function SizeSelect() {
  const current = useSize(({ size }) => size)
  const items = sizes.map((size) => ({
    key: size,
    label: sizeRows[size].label,
    disabled: size === current,
    onClick: () => chooseSize(size),
  }))
  return (
    // Without animation: a new size changes all styles, and a menu whose closing they interrupt would stay for good.
    <Dropdown menu={{ items }} trigger={['click']} placement="bottom" transitionName="">
      <button type="button" className={styles.tool} aria-label="布局大小" title="布局大小">
        <FontSizeOutlined />
      </button>
    </Dropdown>
  )
}
