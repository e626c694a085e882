import { useQueryClient } from '@tanstack/react-query'
import { type ComponentDraft, componentProduct } from '@zhanggui/contract/product/component-product.ts'
import {
  editStatuses,
  editStatusLabels,
  editStatus as edits,
  syncStateLabels,
} from '@zhanggui/domain/product/component-product.ts'
import { Flex, Input, Select, Tag, Tooltip, Typography } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { reactToError } from '../../../api/reactions.ts'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { loadChunk } from '../../../kit/page/load-chunk.ts'
import { resubmission } from '../model/component-form.ts'

/** The polling interval of the list while something is in audit. */
const POLL_MS = 10_000
const editColours = { 1: 'default', 2: 'processing', 3: 'error', 4: 'success' } as const
const syncColours = {
  ok: 'success',
  queued: 'default',
  pending: 'processing',
  unknown: 'warning',
  failed: 'error',
} as const

const ComponentLook = lazy(() => loadChunk(() => import('../components/component/component-look.tsx')))

export default function ComponentDraftListPage() {
  const navigate = useNavigate()
  const [looking, setLooking] = useState<number>()
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const list = useList(componentProduct.listDrafts)
  const submit = useWrite(componentProduct.update, { message: '已重新提交' })
  const withdraw = useWrite(componentProduct.withdraw, { message: '已撤回审核' })
  const remove = useWrite(componentProduct.remove, { message: '删除成功' })
  usePolling(
    list.rows.some(
      ({ editStatus, syncState }) => editStatus === edits.inAudit || syncState === 'pending' || syncState === 'queued',
    ),
  )

  const after = async (content: string, okText: string, act: () => void) => {
    if (await confirm({ content, okText })) act()
  }
  const handleRemove = async (id: number, title: string) => {
    if (await confirmDelete(`删除小店商品「${title}」？不能再恢复。`)) remove.mutate({ params: { id } })
  }
  async function resubmit(id: number) {
    try {
      submit.mutate({ body: resubmission(await call(componentProduct.getDraft, { params: { id } })) })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      reactToError(error)
    }
  }

  return (
    <>
      <ListPage
        list={list}
        filters={[
          'proId',
          { name: 'search', control: <Input allowClear maxLength={60} placeholder="请输入商品名称" /> },
          {
            name: 'editStatus',
            control: (
              <Select
                allowClear
                placeholder="全部"
                options={editStatuses.map((value) => ({ value, label: editStatusLabels[value] }))}
              />
            ),
          },
        ]}
        look={can(componentProduct.getDraft) && !can(componentProduct.update) ? ({ id }) => setLooking(id) : undefined}
        address={
          can(componentProduct.getDraft) && can(componentProduct.update)
            ? ({ id }) => `/product/component/edit/${id}?view=1`
            : undefined
        }
        add={componentProduct.add}
        addText="添加小店商品"
        open={() => navigate('/product/component/create')}
        empty="还没有小店商品"
        purpose="把商品发布到微信小店，在视频号和直播间里卖"
        columns={[
          { name: 'id', title: 'ID', width: 56 },
          { name: 'title', title: '名称', minWidth: 160 },
          {
            name: 'headImg',
            card: 'picture',
            title: '商品图',
            width: 80,
            render: ({ headImg, title }) => <Picture src={headImg[0] ?? ''} alt={title} thumb />,
          },
          { name: 'thirdCatName', title: '类目', width: 100 },
          { name: 'sales', title: '销量', width: 64 },
          { name: 'stock', title: '库存', width: 64 },
          { name: 'editStatus', title: '微信审核', width: 190, render: (row) => <Audit row={row} /> },
          { name: 'syncState', title: '同步状态', width: 100, render: (row) => <Sync row={row} /> },
          { name: 'createTime', title: '创建时间', width: 110, low: true },
        ]}
        actions={({ id, title, productId, editStatus, syncState }) => {
          const mayChange = can(componentProduct.update) && can(componentProduct.getDraft)
          const isDone = editStatus === edits.passed && syncState === 'ok'
          const isOpen = editStatus !== edits.inAudit && syncState !== 'queued' && !isDone
          return (
            <>
              {can(componentProduct.getDraft) && (
                <RowAction
                  reads
                  onClick={() =>
                    can(componentProduct.update) ? navigate(`/product/component/edit/${id}?view=1`) : setLooking(id)
                  }
                >
                  详情
                </RowAction>
              )}
              {mayChange && (
                <RowAction reads onClick={() => navigate(`/product/component/edit/${id}`)}>
                  编辑
                </RowAction>
              )}
              {mayChange && isOpen && (
                <RowAction disabled={submit.isPending} onClick={() => resubmit(id)}>
                  重新提交
                </RowAction>
              )}
              {editStatus === edits.inAudit && can(componentProduct.withdraw) && (
                <RowAction
                  onClick={() => after(`撤回「${title}」的审核？`, '撤回', () => withdraw.mutate({ params: { id } }))}
                >
                  撤回审核
                </RowAction>
              )}
              {can(componentProduct.remove) && (
                <RowAction danger onClick={() => handleRemove(productId, title)}>
                  删除
                </RowAction>
              )}
            </>
          )
        }}
      />
      {looking !== undefined && (
        <Suspense fallback={null}>
          <ComponentLook id={looking} onClose={() => setLooking(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Polls the lists of the WeChat shop while an audit is pending. */
function usePolling(waiting: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(
      () => client.invalidateQueries({ queryKey: [componentProduct.listDrafts.object] }),
      POLL_MS,
    )
    return () => clearInterval(timer)
  }, [client, waiting])
}

function Audit({ row: { editStatus, auditReason } }: { row: ComponentDraft }) {
  return (
    <Flex vertical gap={2} align="flex-start">
      <Tag color={editColours[editStatus]}>{editStatusLabels[editStatus]}</Tag>
      {auditReason && (
        <Typography.Paragraph
          type="danger"
          ellipsis={{ rows: 2, tooltip: auditReason }}
          style={{ maxWidth: 172, margin: 0, fontSize: 12 }}
        >
          {auditReason}
        </Typography.Paragraph>
      )}
    </Flex>
  )
}

function Sync({ row: { syncState, syncError } }: { row: ComponentDraft }) {
  const tag = <Tag color={syncColours[syncState]}>{syncStateLabels[syncState]}</Tag>
  return syncError ? <Tooltip title={syncError}>{tag}</Tooltip> : tag
}
