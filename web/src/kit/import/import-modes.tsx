import { Form, Radio } from 'antd'
import styles from './import.module.css'

export type ImportModeName = 'upsert' | 'create' | 'update'

export const modeNames: Record<ImportModeName, string> = {
  upsert: '新增并更新',
  create: '只新增',
  update: '只更新',
}

/** The field of what an import may do, with what each choice means. */
export function ImportModes({ hints }: { hints: Record<ImportModeName, string> }) {
  return (
    <Form.Item name="mode" label="导入方式" className={styles.modes}>
      <Radio.Group>
        {(Object.keys(modeNames) as ImportModeName[]).map((value) => (
          <Radio key={value} value={value} className={styles.mode}>
            {modeNames[value]}
            <span className={styles.hint}>{hints[value]}</span>
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  )
}
