import { type LiveGoods, liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { IN_REVIEW, liveAudits, REFUSED, UNREVIEWED } from '@zhanggui/domain/live/live.ts'
import { Input, Select } from 'antd'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { confirm, showSuccess } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { LiveGoodsDialog } from '../components/live-goods-dialog.tsx'
import { auditOptions, priceText } from '../model/live-words.ts'

/** 直播商品: goods that WeChat reviews before they are sold in rooms. */
export default function LiveGoodsListPage() {
  return (
    <ListPage
      list={useList(liveGoods.list)}
      purpose="先在这里添加商品并提交微信审核，通过后加进直播间"
      filters={[
        { name: 'keywords', label: '名称', control: <Input allowClear maxLength={30} placeholder="商品名称" /> },
        {
          name: 'auditStatus',
          label: '审核状态',
          control: <Select allowClear placeholder="全部" options={auditOptions} />,
        },
      ]}
      columns={[
        {
          name: 'coverImgUrl',
          card: 'picture',
          title: '图片',
          width: 72,
          align: 'center',
          render: ({ name, coverImgUrl }) => <Picture src={coverImgUrl} alt={name} />,
        },
        {
          name: 'name',
          title: '名称',
          minWidth: 180,
          card: 'title',
          render: (row) => <TwoLine top={row.name} below={row.isWechatOwn ? '微信后台添加，只能查看' : undefined} />,
          says: ({ name }) => name,
        },
        { name: 'price', title: '价格', width: 150, align: 'end', render: priceText },
        { name: 'url', title: '路径', minWidth: 200, render: ({ url }) => <code>{url}</code>, hidden: true },
        {
          name: 'auditStatus',
          title: '审核状态',
          minWidth: 150,
          render: (row) => (
            <TwoLine
              top={<StateTag of="liveGoods" value={liveAudits[row.auditStatus]} />}
              below={row.lastError || row.auditReason || undefined}
            />
          ),
          says: ({ auditStatus }) => liveAudits[auditStatus],
        },
        { name: 'goodsId', title: '微信编号', width: 96, render: ({ goodsId }) => goodsId ?? '—', hidden: true },
      ]}
      add={liveGoods.save}
      addText="添加商品"
      edit={liveGoods.update}
      remove={liveGoods.remove}
      mayEdit={isOurs}
      mayRemove={isOurs}
      removeText="微信的商品库里也会删除。"
      actions={(row) => <Review of={row} />}
      tools={<Synchronize />}
      dialog={(row, close) => <LiveGoodsDialog row={row} onClose={close} />}
    />
  )
}

const isOurs = ({ isWechatOwn, auditStatus }: LiveGoods) => !isWechatOwn && auditStatus !== IN_REVIEW

/** 提审 of goods that are not reviewed or refused; 撤回 of a review. */
function Review({ of: { id, version, name, auditStatus, isWechatOwn } }: { of: LiveGoods }) {
  const [maySubmit, mayWithdraw] = [useCan(liveGoods.audit), useCan(liveGoods.cancelAudit)]
  const submit = useWrite(liveGoods.audit, { message: '已提交审核' })
  const withdraw = useWrite(liveGoods.cancelAudit, { message: '已撤回' })
  if (isWechatOwn) return null
  async function handleWithdraw() {
    const content = `撤回「${name}」的审核？用掉的一次提审次数不会退回。`
    if (await confirm({ content, okText: '撤回' })) withdraw.mutate({ body: { id, version } })
  }
  if (maySubmit && (auditStatus === UNREVIEWED || auditStatus === REFUSED))
    return (
      <RowAction disabled={submit.isPending} onClick={() => submit.mutate({ body: { id, version } })}>
        提审
      </RowAction>
    )
  if (mayWithdraw && auditStatus === IN_REVIEW)
    return (
      <RowAction disabled={withdraw.isPending} onClick={handleWithdraw}>
        撤回
      </RowAction>
    )
  return null
}

function Synchronize() {
  const sync = useWrite(liveGoods.synchronize, {
    onSuccess: ({ created, updated, total }) => showSuccess(`共 ${total} 个，新增 ${created}，更新 ${updated}`),
  })
  return (
    <Can do={liveGoods.synchronize}>
      <WriteButton of={sync} onClick={() => sync.mutate({})}>
        同步
      </WriteButton>
    </Can>
  )
}
