import { Alert, Button, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { openDialog } from '../feedback/feedback.ts'
import type { Fields } from '../form/field.tsx'
import { Dialog } from './dialog.tsx'

export type Values = Readonly<Record<string, unknown>>

/** How single fields are shown to staff where the raw value says little: a department's name for its id. */
export type Describe = Readonly<Record<string, (value: unknown) => ReactNode>>

export type Conflict = {
  message: string
  /** The contract's body, which names the fields. */
  fields: Fields
  mine: Values
  current: Values
  describe?: Describe
}

/**
 * Shows that someone else has saved the row meanwhile.
 * @returns whether staff want to continue with the row as stored now
 */
export function askAboutConflict(conflict: Conflict): Promise<boolean> {
  return openDialog<boolean>((done) => <ConflictDialog {...conflict} done={done} />)
}

function ConflictDialog({ message, done, ...conflict }: Conflict & { done: (reload: boolean) => void }) {
  const [comparing, setComparing] = useState(false)
  return (
    <Dialog
      title="提示"
      width={comparing ? 640 : 440}
      onCancel={() => done(false)}
      footer={[
        <Button key="compare" disabled={comparing} onClick={() => setComparing(true)}>
          查看差异
        </Button>,
        <Button key="cancel" onClick={() => done(false)}>
          取消
        </Button>,
        <Button key="reload" type="primary" onClick={() => done(true)}>
          重新加载
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={message} description="重新加载会用最新数据替换您填写的内容。" />
      {comparing && <Differences {...conflict} />}
    </Dialog>
  )
}

function Differences({ fields, mine, current, describe = {} }: Omit<Conflict, 'message'>) {
  const different = Object.entries(fields.properties)
    .filter(([name]) => name in mine && name in current && meaning(mine[name]) !== meaning(current[name]))
    .map(([name, schema]) => {
      const format = describe[name] ?? formatPlain
      const { title = name } = schema as { title?: string }
      return { name, title, mine: format(mine[name]), current: format(current[name]) }
    })
  return (
    <Table
      style={{ marginTop: 16 }}
      size="small"
      rowKey="name"
      pagination={false}
      scroll={{ y: '50vh' }}
      dataSource={different}
      locale={{ emptyText: '您填写的内容与最新数据相同' }}
      columns={[
        { title: '字段', dataIndex: 'title', width: '40%' },
        { title: '我的修改', dataIndex: 'mine' },
        { title: '最新数据', dataIndex: 'current' },
      ]}
    />
  )
}

/** The key two values are compared by: empty values are equal; rows are compared by id. */
function meaning(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  if (Array.isArray(value)) return JSON.stringify(value.map(meaning).sort())
  return JSON.stringify(typeof value === 'object' && 'id' in value ? value.id : value)
}

function formatPlain(value: unknown): string {
  if (value === undefined || value === null || value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '启用' : '停用'
  if (Array.isArray(value)) return value.map(formatPlain).join('、')
  if (typeof value !== 'object') return String(value)
  return 'name' in value ? String(value.name) : JSON.stringify(value)
}
