import { type FrontCase, frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { CountDown } from '@zhanggui/page-kit/parts/count-down.tsx'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { CopyNo, copyText } from '../../parts/copy-no.tsx'
import { ItemRow } from '../../parts/goods/item-row.tsx'
import { SumRow } from '../../parts/goods/sum-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Photos } from '../../parts/typed/photos.tsx'
import { Question } from '../../parts/typed/question.tsx'
import { Steps } from '../../parts/typed/steps.tsx'
import { ChangeSheet } from './change-sheet.tsx'
import styles from './refund.module.css'
import { SendBackSheet } from './send-back-sheet.tsx'

/** A case: where it stands, what is sent back where, and what was said. */
export default function RefundScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const sale = useRead(frontAfterSales.detail, { params: { id: Number(id) || 0 } })
  return (
    <Screen title="售后详情" isTinted foot={sale.data && <Acts key={sale.data.version} of={sale.data} />}>
      <Loaded
        of={sale}
        skeleton={<CardBones height={130} />}
        failed={({ status, message }) =>
          status === 404 && (
            <Empty icon="back" text={message}>
              <Button to="/refunds">我的售后</Button>
            </Empty>
          )
        }
      >
        {(data) => <Case of={data} />}
      </Loaded>
    </Screen>
  )
}

function Case({ of: sale }: { of: FrontCase }) {
  const { stateStr, deadline, refuseReason, lines, postage, refundAmount, reason, explain, images, log } = sale
  const { salesNo, orderNo, serviceType, createTime, inspectMark, inspectImages } = sale
  return (
    <>
      <div className={styles.state}>
        <h2>{stateStr}</h2>
        {deadline && (
          <p>
            剩余 <CountDown to={deadline} doneText="已到时间" />
          </p>
        )}
        {refuseReason && <p>拒绝原因：{refuseReason}</p>}
      </div>
      <SendBack of={sale} />
      <Card>
        {lines.map((line) => (
          <ItemRow key={line.lineId} of={line} note={`×${line.num}　退 ¥${line.money.toFixed(2)}`} />
        ))}
        <div className={styles.facts}>
          {postage > 0 && <SumRow name="运费" yuan={postage} />}
          <SumRow name="退款金额" yuan={refundAmount} />
        </div>
      </Card>
      {(inspectMark || inspectImages.length > 0) && (
        <Card title="商家验货">
          {inspectMark && <p className={styles.back}>{inspectMark}</p>}
          <Photos urls={inspectImages} />
        </Card>
      )}
      <Card>
        <Cell name="售后单号">
          <CopyNo text={salesNo} />
        </Cell>
        <Cell name="订单" onOpen={() => go(`/order/${orderNo}`)}>
          {orderNo}
        </Cell>
        <Cell name="类型">{serviceTypes[serviceType]}</Cell>
        <Cell name="原因">{reason}</Cell>
        {explain && <Cell name="说明">{explain}</Cell>}
        <Cell name="申请时间">{createTime.slice(0, 16)}</Cell>
        <Photos urls={images} />
      </Card>
      <Card title="经过">
        <Steps
          of={log.toReversed().map(({ id, message, createTime: time, images: pictures }) => ({
            key: id,
            text: message,
            time: time.slice(0, 16),
            more: <Photos urls={pictures} />,
          }))}
        />
      </Card>
    </>
  )
}

/** Where the parcel goes, once the shop has agreed to it, and the parcel itself. */
function SendBack({ of: { consignee, phone, address, expressName, expressNo, serviceType } }: { of: FrontCase }) {
  if (!serviceType || (!address && !expressNo)) return null
  return (
    <Card
      title="寄回商品"
      right={
        address && (
          <Button kind="line" size={28} onClick={() => void copyText(`${consignee} ${phone} ${address}`)}>
            复制地址
          </Button>
        )
      }
    >
      <div className={styles.back}>
        {address && (
          <>
            <b>
              {consignee}　{phone}
            </b>
            <p>{address}</p>
          </>
        )}
        {expressNo && (
          <p>
            {expressName}
            <CopyNo text={expressNo} />
          </p>
        )}
      </div>
    </Card>
  )
}

function Acts({ of: sale }: { of: FrontCase }) {
  const { id, canChange, canRevoke, canSendBack, canDelete } = sale
  const [open, setOpen] = useState<'revoke' | 'delete' | 'send' | 'change'>()
  const close = () => setOpen(undefined)
  const revoking = useWrite(frontAfterSales.revoke, { done: () => toast('已撤销') })
  const deleting = useWrite(frontAfterSales.remove, {
    done: () => {
      toast('已删除')
      go('/refunds', { replace: true })
    },
  })
  if (!canChange && !canRevoke && !canSendBack && !canDelete) return null
  return (
    <>
      {canDelete && (
        <Button kind="line" isWide onClick={() => setOpen('delete')}>
          删除
        </Button>
      )}
      {canRevoke && (
        <Button kind="line" isWide onClick={() => setOpen('revoke')}>
          撤销
        </Button>
      )}
      {canChange && (
        <Button kind="line" isWide onClick={() => setOpen('change')}>
          修改
        </Button>
      )}
      {canSendBack && (
        <Button isWide onClick={() => setOpen('send')}>
          填快递单号
        </Button>
      )}
      {open === 'send' && <SendBackSheet id={id} onClose={close} />}
      {open === 'change' && <ChangeSheet of={sale} onClose={close} />}
      {open === 'revoke' && (
        <Question text="撤销后商家不再处理，确定撤销这次申请吗？" onClose={close}>
          <Button isWide isBusy={revoking.isSending} onClick={() => revoking.send({ body: { id } })}>
            撤销申请
          </Button>
        </Question>
      )}
      {open === 'delete' && (
        <Question text="删除后不能恢复，确定删除这张售后单吗？" onClose={close}>
          <Button isWide isBusy={deleting.isSending} onClick={() => deleting.send({ body: { id } })}>
            删除
          </Button>
        </Question>
      )}
    </>
  )
}
