import { type ComponentProduct, componentProduct } from '@zhanggui/contract/product/component-product.ts'
import {
  componentStatus,
  componentStatuses,
  formatComponentStatus,
} from '@zhanggui/domain/product/component-product.ts'
import { Button, Input, Select, Tag, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { copy } from '../../../kit/feedback/copy.ts'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { loadChunk } from '../../../kit/page/load-chunk.ts'

const { initial, onShelf, offShelf } = componentStatus
const ComponentLook = lazy(() => loadChunk(() => import('../components/component/component-look.tsx')))

export default function ComponentProductListPage() {
  const navigate = useNavigate()
  const [looking, setLooking] = useState<number>()
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const up = useWrite(componentProduct.putOnShelf, { message: '上架成功' })
  const down = useWrite(componentProduct.takeOffShelf, { message: '下架成功' })
  const remove = useWrite(componentProduct.remove, { message: '删除成功' })
  const after = async (content: string, okText: string, act: () => void) => {
    if (await confirm({ content, okText })) act()
  }
  const handleRemove = async (id: number, title: string) => {
    if (await confirmDelete(`删除小店商品「${title}」？不能再恢复。`)) remove.mutate({ params: { id } })
  }
  return (
    <>
      <ListPage
        list={useList(componentProduct.list)}
        filters={[
          'proId',
          { name: 'search', control: <Input allowClear maxLength={60} placeholder="请输入商品名称" /> },
          {
            name: 'status',
            control: (
              <Select
                allowClear
                placeholder="全部"
                options={componentStatuses.map((value) => ({ value, label: formatComponentStatus(value) }))}
              />
            ),
          },
        ]}
        look={can(componentProduct.get) && !can(componentProduct.update) ? ({ id }) => setLooking(id) : undefined}
        address={
          can(componentProduct.get) && can(componentProduct.update)
            ? ({ id }) => `/product/component/edit/${id}?live=1`
            : undefined
        }
        empty="还没有小店商品"
        purpose="在小店草稿里添加，微信审核通过后出现在这里"
        columns={[
          { name: 'id', title: 'ID', width: 60 },
          { name: 'title', title: '名称', minWidth: 160 },
          {
            name: 'headImg',
            card: 'picture',
            title: '商品图片',
            width: 84,
            render: ({ headImg, title }) => <Picture src={headImg[0] ?? ''} alt={title} thumb />,
          },
          {
            name: 'componentProductId',
            title: '视频号商品ID',
            width: 140,
            render: ({ componentProductId }) =>
              componentProductId && (
                <Button
                  type="link"
                  size="small"
                  style={{ padding: 0 }}
                  aria-label={`复制${componentProductId}`}
                  onClick={() => copy(componentProductId)}
                >
                  {componentProductId}
                </Button>
              ),
          },
          { name: 'thirdCatName', title: '类目', width: 100 },
          { name: 'giveIntegral', title: '获得积分', width: 84 },
          { name: 'sales', title: '销量', width: 64 },
          { name: 'stock', title: '库存', width: 64 },
          { name: 'status', title: '状态', width: 120, render: (row) => <Status row={row} /> },
          { name: 'createTime', title: '创建时间', width: 110, low: true },
        ]}
        actions={({ id, title, draftId, status }) => (
          <>
            {can(componentProduct.get) && (
              <RowAction
                reads
                onClick={() =>
                  can(componentProduct.update) ? navigate(`/product/component/edit/${id}?live=1`) : setLooking(id)
                }
              >
                详情
              </RowAction>
            )}
            {can(componentProduct.update) && can(componentProduct.getDraft) && (
              <RowAction reads onClick={() => navigate(`/product/component/edit/${draftId}`)}>
                编辑
              </RowAction>
            )}
            {status === offShelf && can(componentProduct.putOnShelf) && (
              <RowAction onClick={() => after(`上架「${title}」？`, '上架', () => up.mutate({ params: { id } }))}>
                上架
              </RowAction>
            )}
            {(status === initial || status === onShelf) && can(componentProduct.takeOffShelf) && (
              <RowAction onClick={() => after(`下架「${title}」？`, '下架', () => down.mutate({ params: { id } }))}>
                下架
              </RowAction>
            )}
            {can(componentProduct.remove) && (
              <RowAction danger onClick={() => handleRemove(id, title)}>
                删除
              </RowAction>
            )}
          </>
        )}
      />
      {looking !== undefined && (
        <Suspense fallback={null}>
          <ComponentLook id={looking} live onClose={() => setLooking(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Status({ row: { status, statusReason } }: { row: ComponentProduct }) {
  const colour = status === onShelf ? 'success' : status === offShelf || status === initial ? 'default' : 'error'
  const tag = (
    <Tag color={colour} style={{ whiteSpace: 'normal' }}>
      {formatComponentStatus(status)}
    </Tag>
  )
  return statusReason ? <Tooltip title={statusReason}>{tag}</Tooltip> : tag
}
