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
import { loadChunk } from '../../../kit/page/load-chunk.ts'
import { ListPicture } from '../components/list-picture.tsx'

const { initial, onShelf, offShelf } = componentStatus
const REMOVAL = '删除吗？此操作不可逆，请谨慎操作！'

const ComponentLook = lazy(() => loadChunk(() => import('../components/component/component-look.tsx')))

export default function ComponentProductListPage() {
  const navigate = useNavigate()
  const [looking, setLooking] = useState<number>()
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const up = useWrite(componentProduct.putOnShelf, { message: '上架成功' })
  const down = useWrite(componentProduct.takeOffShelf, { message: '下架成功' })
  const remove = useWrite(componentProduct.remove, { message: '删除成功' })
  const after = async (content: string, act: () => void) => {
    if (await confirm({ content })) act()
  }
  const handleRemove = async (id: number) => {
    if (await confirmDelete(REMOVAL)) remove.mutate({ params: { id } })
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
        empty="暂无小店商品，请在小店草稿中添加"
        columns={[
          { name: 'id', title: 'ID', width: 60 },
          { name: 'title', title: '名称', minWidth: 160 },
          {
            name: 'headImg',
            title: '商品图片',
            width: 84,
            render: ({ headImg, title }) => <ListPicture value={headImg[0]} alt={title} />,
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
        actions={({ id, draftId, status }) => (
          <>
            {can(componentProduct.get) && (
              <RowAction
                onClick={() =>
                  can(componentProduct.update) ? navigate(`/product/component/edit/${id}?live=1`) : setLooking(id)
                }
              >
                详情
              </RowAction>
            )}
            {can(componentProduct.update) && can(componentProduct.getDraft) && (
              <RowAction onClick={() => navigate(`/product/component/edit/${draftId}`)}>编辑</RowAction>
            )}
            {status === offShelf && can(componentProduct.putOnShelf) && (
              <RowAction onClick={() => after('确定上架该商品吗？', () => up.mutate({ params: { id } }))}>
                上架
              </RowAction>
            )}
            {(status === initial || status === onShelf) && can(componentProduct.takeOffShelf) && (
              <RowAction onClick={() => after('确定下架该商品吗？', () => down.mutate({ params: { id } }))}>
                下架
              </RowAction>
            )}
            {can(componentProduct.remove) && (
              <RowAction danger onClick={() => handleRemove(id)}>
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
