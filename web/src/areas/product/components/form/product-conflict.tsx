import type { ProductDraft } from '@zhanggui/contract/product/product.ts'
import { Alert, Button, Table } from 'antd'
import type { ReactNode } from 'react'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { openDialog } from '../../../../kit/feedback/feedback.ts'
import { type Difference, differencesOf } from '../../model/product-form.ts'
import { CategoryName } from '../../shared/category-cascader.tsx'

export type ConflictChoice = 'latest' | 'overwrite' | 'stay'

export type ProductConflict = {
  mine: ProductDraft
  current: ProductDraft
  /** Who saved the product in the meantime, and when. */
  updateBy: string
  updateTime: string
}

/** Shows that someone else has saved the product in the meantime and asks how to proceed. */
export async function askAboutProduct(conflict: ProductConflict): Promise<ConflictChoice> {
  return openDialog<ConflictChoice>((done) => <ConflictDialog {...conflict} done={done} />)
}

function ConflictDialog(props: ProductConflict & { done: (choice: ConflictChoice) => void }) {
  const { mine, current, updateBy, updateTime, done } = props
  return (
    <Dialog
      title="商品已被他人修改"
      width={720}
      onCancel={() => done('stay')}
      footer={[
        <Button key="stay" onClick={() => done('stay')}>
          继续编辑
        </Button>,
        <Button key="overwrite" danger onClick={() => done('overwrite')}>
          仍要覆盖
        </Button>,
        <Button key="latest" type="primary" onClick={() => done('latest')}>
          使用最新内容
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        title={`${updateBy || '其他人'} 于 ${updateTime} 保存了此商品`}
        description="使用最新内容会丢弃您填写的内容；仍要覆盖会用您的内容替换对方的修改。"
        style={{ marginBottom: 16 }}
      />
      <Table<Difference>
        size="small"
        rowKey="name"
        pagination={false}
        scroll={{ x: 'max-content', y: '45vh' }}
        dataSource={differencesOf(mine, current)}
        locale={{ emptyText: '您填写的内容与最新数据相同' }}
        columns={[
          { title: '字段', dataIndex: 'title', width: 200 },
          { title: '我的修改', width: 220, render: (_, row) => formatValue(row.name, row.mine) },
          { title: '最新数据', width: 220, render: (_, row) => formatValue(row.name, row.current) },
        ]}
      />
    </Dialog>
  )
}

/** Maximum length of a field's text as shown. */
const MAX_TEXT_LENGTH = 60

function formatValue(name: string, value: unknown): ReactNode {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)) return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (name === 'cateIds' && Array.isArray(value))
    return value.map((id: number) => (
      <div key={id}>
        <CategoryName id={id} />
      </div>
    ))
  const text = Array.isArray(value) ? value.map(formatPart).join('、') : String(value)
  const plain = name === 'content' ? text.replace(/<[^>]*>/g, ' ') : text
  return plain.length > MAX_TEXT_LENGTH ? `${plain.slice(0, MAX_TEXT_LENGTH)}…` : plain
}

function formatPart(part: unknown): string {
  if (typeof part !== 'object' || part === null) return String(part)
  if ('attrName' in part && 'attrValues' in part) return `${part.attrName}：${[part.attrValues].flat().join('/')}`
  return Object.values(part).join('：')
}
