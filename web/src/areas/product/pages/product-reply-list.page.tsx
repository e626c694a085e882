import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import { productReply, type Reply } from '@zhanggui/contract/product/product-reply.ts'
import { replyAudits, replyLevels } from '@zhanggui/domain/product/product-reply.ts'
import { Button, Flex, Image, Select, Tag, Typography, theme } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Can } from '../../../kit/access/can.tsx'
import { confirm, showInfo } from '../../../kit/feedback/feedback.ts'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { mediaUrl } from '../../../kit/media/media-url.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { useSettings } from '../../../kit/settings/settings.ts'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { ReplyAnswer } from '../components/reply/reply-answer.tsx'
import { ReplyDialog } from '../components/reply/reply-dialog.tsx'
import { ShownSelect } from '../components/shown-select.tsx'

const ANSWERED = [
  { value: true, label: '已回复' },
  { value: false, label: '未回复' },
]
const KINDS = [
  { value: false, label: '买家评论' },
  { value: true, label: '虚拟评论' },
]
const PICTURES = [
  { value: true, label: '有图' },
  { value: false, label: '无图' },
]
const LEVELS = Object.entries(replyLevels).map(([value, label]) => ({ value, label }))
const AUDITS = Object.entries(replyAudits).map(([value, label]) => ({ value: Number(value), label }))

export default function ProductReplyListPage() {
  const [answering, setAnswering] = useState<readonly Reply[]>()
  return (
    <>
      <ListPage
        list={useList(productReply.list)}
        purpose="买家收货后写的评论，在这里回复和审核"
        filters={[
          { name: 'dateLimit', label: '时间选择' },
          { name: 'isReply', control: <Select allowClear placeholder="全部" options={ANSWERED} /> },
          { name: 'waiting', hidden: true, text: () => '' },
          { name: 'productSearch', label: '商品搜索' },
          { name: 'nickname' },
          { name: 'level', control: <Select allowClear placeholder="全部" options={LEVELS} /> },
          { name: 'isShow', control: <ShownSelect /> },
          { name: 'auditStatus', control: <Select allowClear placeholder="全部" options={AUDITS} /> },
          { name: 'isVirtual', label: '评论来源', control: <Select allowClear placeholder="全部" options={KINDS} /> },
          { name: 'hasPic', label: '评价图片', control: <Select allowClear placeholder="全部" options={PICTURES} /> },
          { name: 'keywords' },
          { name: 'productId' },
        ]}
        columns={[
          { name: 'id', title: 'ID', width: 60, hidden: true },
          { name: 'storeProduct', title: '商品信息', minWidth: 200, render: (row) => <Product row={row} /> },
          { name: 'nickname', title: '用户名称', width: 110, render: (row) => <Speaker row={row} /> },
          { name: 'productScore', title: '商品评分', width: 80, render: (row) => <Score of={row.productScore} /> },
          { name: 'serviceScore', title: '服务评分', width: 80, render: (row) => <Score of={row.serviceScore} /> },
          { name: 'comment', title: '评价内容', minWidth: 220, render: (row) => <Words row={row} /> },
          { name: 'merchantReplyContent', title: '回复内容', width: 140, render: (row) => <Answer row={row} /> },
          { name: 'createTime', title: '评价时间', width: 110 },
          {
            name: 'isShow',
            title: '显示',
            width: 80,
            render: ({ id, version, nickname, isShow }) => (
              <StatusSwitch
                name={`「${nickname}」的评论`}
                checked={isShow}
                route={productReply.update}
                body={(shown) => ({ id, version, isShow: shown })}
                texts={['显示', '隐藏']}
              />
            ),
          },
        ]}
        add={productReply.save}
        addText="添加虚拟评论"
        edit={productReply.update}
        mayEdit={({ isVirtual }) => isVirtual}
        remove={productReply.remove}
        removeText="删除后不可恢复。"
        dialog={(row, close) => <ReplyDialog row={row} onClose={close} />}
        batch={(chosen) => <Tools chosen={chosen} onAnswer={() => setAnswering(chosen)} />}
        actions={(row) => (
          <Can do={productReply.comment}>
            <RowAction onClick={() => setAnswering([row])}>回复</RowAction>
          </Can>
        )}
      />
      {answering && <ReplyAnswer rows={answering} onClose={() => setAnswering(undefined)} />}
    </>
  )
}

/** The actions on the chosen replies. */
function Tools({ chosen, onAnswer }: { chosen: readonly Reply[]; onAnswer: () => void }) {
  const moderate = useWrite(productReply.moderate, {
    onSuccess: ({ success, failed, errors }) =>
      showInfo(failed ? `已处理 ${success} 条，${failed} 条未处理：${errors[0]?.message}` : `已处理 ${success} 条评论`),
  })
  const ids = chosen.map(({ id }) => id)
  const waiting = chosen.filter(({ auditStatus }) => auditStatus === 0).map(({ id }) => id)

  async function handle(action: string, body: { ids: number[]; isShow?: boolean; auditStatus?: 1 | 2 }) {
    if (await confirm({ content: `${action} ${body.ids.length} 条评论？`, okText: `${action} ${body.ids.length} 条` }))
      moderate.mutate({ body })
  }

  return (
    <>
      <Can do={productReply.comment}>
        <Button onClick={onAnswer}>批量回复</Button>
      </Can>
      <Can do={productReply.moderate}>
        <Button onClick={() => handle('显示', { ids, isShow: true })}>批量显示</Button>
        <Button onClick={() => handle('隐藏', { ids, isShow: false })}>批量隐藏</Button>
        {waiting.length > 0 && (
          <>
            <Button onClick={() => handle('通过', { ids: waiting, auditStatus: 1 })}>审核通过</Button>
            <Button danger onClick={() => handle('拒绝', { ids: waiting, auditStatus: 2 })}>
              审核拒绝
            </Button>
          </>
        )}
      </Can>
    </>
  )
}

function Product({ row: { storeProduct, sku } }: { row: Reply }) {
  const { image, storeName } = storeProduct
  return (
    <Flex gap={8} align="center">
      <span style={{ flex: 'none' }}>
        <Picture src={image} alt={`「${storeName}」的图片`} thumb />
      </span>
      <TwoLine top={<span title={storeName}>{storeName}</span>} below={sku} />
    </Flex>
  )
}

function Speaker({ row: { nickname, isVirtual } }: { row: Reply }) {
  return (
    <Flex gap={4} wrap align="center" style={{ maxWidth: 150 }}>
      <Typography.Text ellipsis={{ tooltip: nickname }} style={{ maxWidth: 100 }}>
        {nickname}
      </Typography.Text>
      {isVirtual && <Tag color="orange">虚拟</Tag>}
    </Flex>
  )
}

function Score({ of: score }: { of: number }) {
  const { token } = theme.useToken()
  return (
    <Flex gap={4} align="center" role="img" aria-label={`${score} 分`}>
      <StarFilled aria-hidden style={{ color: token.yellow }} />
      {score}
    </Flex>
  )
}

function Words({ row: { comment, pics, level, auditStatus, isVirtual, isAuto } }: { row: Reply }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  return (
    <Flex vertical gap={4}>
      <Typography.Paragraph
        ellipsis={{ rows: 2, tooltip: comment }}
        type={isAuto ? 'secondary' : undefined}
        style={{ margin: 0 }}
      >
        {level === 'poor' && <Tag color="error">{replyLevels.poor}</Tag>}
        {!isVirtual && auditStatus !== 1 && <Tag color="warning">{replyAudits[auditStatus]}</Tag>}
        {comment}
      </Typography.Paragraph>
      {pics.length > 0 && (
        <Image.PreviewGroup>
          <Flex gap={4} wrap>
            {pics.map((pic, index) => (
              <Image
                key={pic}
                src={mediaUrl(pic, mediaDomain)}
                alt={`评价图片 ${index + 1}`}
                width={36}
                height={36}
                style={{ objectFit: 'cover' }}
              />
            ))}
          </Flex>
        </Image.PreviewGroup>
      )}
    </Flex>
  )
}

function Answer({ row: { isReply, merchantReplyContent, merchantReplyTime, replyBy } }: { row: Reply }) {
  if (!isReply) return <Typography.Text type="secondary">未回复</Typography.Text>
  const tooltip = `${merchantReplyContent}（${replyBy} ${merchantReplyTime}）`
  return (
    <Typography.Paragraph ellipsis={{ rows: 3, tooltip }} style={{ margin: 0, maxWidth: 130 }}>
      {merchantReplyContent}
    </Typography.Paragraph>
  )
}
