import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { frontWithdrawal, type OwnWithdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { commissionStatusLabels } from '@zhanggui/domain/distribution/commission.ts'
import { extractTypes, withdrawalStatusLabels } from '@zhanggui/domain/finance/withdrawal.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { Card } from '../../parts/card.tsx'
import { Movement, signed } from '../../parts/goods/movement.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Choices } from '../../parts/typed/choices.tsx'
import { Question } from '../../parts/typed/question.tsx'

/** As links of pages name them. */
const tabs = [
  { key: '2', title: '佣金记录' },
  { key: '1', title: '提现记录' },
] as const

/** How commission came and went, and what became of withdrawals. */
export default function RecordsScreen() {
  const [search] = useSearchParams()
  const type = search.get('type') === '1' ? '1' : '2'
  return (
    <Screen title="佣金和提现">
      <Choices of={tabs} open={type} onOpen={(key) => go(`/promoter/records?type=${key}`, { replace: true })} />
      {type === '1' ? <Withdrawals /> : <Commissions />}
    </Screen>
  )
}

function Commissions() {
  const records = useEndless(frontPromoter.detail, { query: {}, limit: 20 })
  return (
    <Rows
      of={records}
      skeleton={<CardBones height={64} count={6} />}
      empty={
        <Empty icon="wallet" text="还没有佣金记录">
          <Button to="/promoter/poster">推广链接</Button>
        </Empty>
      }
    >
      {(list) => (
        <Card>
          {list.map(({ id, title, type, price, balance, status, createTime }) => (
            <Movement
              key={id}
              title={title}
              note={`${createTime.slice(0, 16)}　${commissionStatusLabels[status]}`}
              sum={signed(type === 1, price)}
              isIn={type === 1}
              rest={`余 ¥${balance.toFixed(2)}`}
            />
          ))}
        </Card>
      )}
    </Rows>
  )
}

function Withdrawals() {
  const records = useEndless(frontWithdrawal.record, { query: {}, limit: 20 })
  const [asking, setAsking] = useState<OwnWithdrawal>()
  const cancelling = useWrite(frontWithdrawal.cancel, {
    done: () => {
      setAsking(undefined)
      toast('已撤回，佣金退回')
    },
  })
  return (
    <>
      <Rows
        of={records}
        skeleton={<CardBones height={64} count={6} />}
        empty={
          <Empty icon="wallet" text="还没有提现">
            <Button to="/promoter/cash">去提现</Button>
          </Empty>
        }
      >
        {(list) => (
          <Card>
            {list.map((each) => (
              <Movement
                key={each.id}
                title={`提现到${extractTypes[each.extractType]} ${each.account}`}
                note={[each.createTime.slice(0, 16), each.failMsg].filter(Boolean).join('　')}
                sum={signed(false, each.extractPrice)}
                isIn={false}
                rest={[withdrawalStatusLabels[each.status], each.fee > 0 && `手续费 ¥${each.fee.toFixed(2)}`]
                  .filter(Boolean)
                  .join('，')}
              >
                {each.canCancel && (
                  <Button kind="line" size={28} onClick={() => setAsking(each)}>
                    撤回
                  </Button>
                )}
              </Movement>
            ))}
          </Card>
        )}
      </Rows>
      {asking && (
        <Question text={`撤回这笔 ¥${asking.extractPrice.toFixed(2)} 的提现吗？`} onClose={() => setAsking(undefined)}>
          <Button isWide isBusy={cancelling.isSending} onClick={() => cancelling.send({ body: { id: asking.id } })}>
            撤回
          </Button>
        </Question>
      )}
    </>
  )
}
