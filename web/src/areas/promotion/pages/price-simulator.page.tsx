import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { type SimulationForm, simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { Button, Skeleton } from 'antd'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { Note } from '../../../kit/detail/parts.tsx'
import { copy } from '../../../kit/feedback/copy.ts'
import { EmptyBlock, FailedBlock, failureText } from '../../../kit/page/block-state.tsx'
import { BottomBar } from '../../../kit/page/bottom-bar.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useAddress } from '../../../kit/page/use-address.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { useSettled } from '../../../kit/use-settled.ts'
import { Answer } from '../components/simulator/answer.tsx'
import type { KnownSku } from '../components/simulator/basket.tsx'
import { QuestionForm } from '../components/simulator/question-form.tsx'
import { QuestionSummary } from '../components/simulator/question-summary.tsx'
import styles from '../components/simulator/simulator.module.css'
import {
  bodyOf,
  changed,
  joinItems,
  type Question,
  questionOf,
  readQuestion,
  writeQuestion,
} from '../model/question.ts'

const NOTHING: SimulationForm = { items: [] }

/** 价格试算: what a basket costs and why, computed as the question is put; the whole question is in the address. */
export default function PriceSimulatorPage() {
  const phone = useIsPhone()
  const { question, ask, clear } = useQuestion()
  const body = bodyOf(question) ?? NOTHING
  const [settled, isSettled] = useSettled(body)
  // The first question is not typed.
  const asked = settled.items.length ? settled : body
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(simulation.run, { body: asked, silent: true }),
    enabled: asked.items.length > 0,
    placeholderData: keepPreviousData,
  })
  const hasGoods = question.items.length > 0
  // Who comes with a question wants the answer first.
  const [isFolded, setFolded] = useState(hasGoods || question.order !== undefined)
  const answer = hasGoods ? data : undefined
  const origin = useOrigin(question, ask)
  const [known, know] = useKnownSkus(answer?.quote.lines)
  const result = useRef<HTMLDivElement>(null)
  const isStale = !isSettled || isPlaceholderData

  const add = (picked: ReadonlyMap<number, KnownSku>) => {
    know(picked)
    ask({ items: joinItems([...question.items, ...[...picked.keys()].map((skuId) => ({ skuId, num: 1 }))]) })
  }
  const failed = isSettled && error
  return (
    <div className={styles.page}>
      <PageHeader
        acts={
          hasGoods && (
            <>
              <Button onClick={clear}>清空</Button>
              <Button
                icon={<LinkOutlined aria-hidden />}
                onClick={() => copy(linkTo({ ...question, at: question.at ?? answer?.at }))}
              >
                复制链接
              </Button>
            </>
          )
        }
      />
      <div className={styles.two}>
        {phone && isFolded && hasGoods ? (
          <QuestionSummary question={question} answer={answer} onChange={() => setFolded(false)} />
        ) : (
          <QuestionForm question={question} answer={answer} known={known} onAdd={add} onChange={ask} />
        )}
        <div ref={result} className={styles.answer} data-stale={isStale && answer !== undefined} aria-busy={isStale}>
          {origin.error && <Note tone="todo">没取到订单：{failureText(origin.error)}</Note>}
          {failed && answer && <Note tone="alert">{failureText(failed)}</Note>}
          {answer ? (
            <Answer question={question} answer={answer} order={origin.order} onTry={ask} />
          ) : (
            <Section title="价格">
              {failed ? (
                <FailedBlock error={failed} onRetry={refetch} />
              ) : hasGoods || origin.isPending ? (
                <Skeleton active />
              ) : (
                <EmptyBlock
                  text="选好商品就能看到价格"
                  more="会员价、优惠券、积分、运费各减多少，为什么没减，这里逐条说明；只试算，不下单，不占库存"
                />
              )}
            </Section>
          )}
        </div>
      </div>
      {phone && answer && (
        <BottomBar>
          <button
            type="button"
            className={styles.bar}
            onClick={() => result.current?.scrollIntoView({ behavior: 'smooth', block: 'start' })}
          >
            <span>{answer.quote.problems.length ? '下不了单 · 看原因' : '应付 · 看明细'}</span>
            <b>{moneyText(answer.quote.payFee)}</b>
          </button>
        </BottomBar>
      )}
    </div>
  )
}

/** The question in the page's address, and how a part of it is changed. */
function useQuestion() {
  const address = useAddress()
  const question = useMemo(() => readQuestion(new URLSearchParams(address.search)), [address.search])
  return {
    question,
    ask: (part: Partial<Question>) => address.replace(writeQuestion(changed(readQuestion(address.latest()), part))),
    clear: () => address.replace(new URLSearchParams()),
  }
}

/** The order the question is about; an address that names nothing else is filled from it. */
function useOrigin(question: Question, ask: (change: Partial<Question>) => void) {
  const { order: orderNo = '' } = question
  const enabled = useCan(order.info) && orderNo !== ''
  const { data, error, isPending } = useQuery({
    ...read(order.info, { query: { orderNo }, silent: true }),
    enabled,
  })
  const fill = useEffectEvent((info: OrderInfo) => ask(questionOf(info)))
  const isBare = writeQuestion(question).toString() === `order=${orderNo}`
  useEffect(() => {
    if (data && isBare) fill(data)
  }, [data, isBare])
  return { order: enabled ? data : undefined, error, isPending: enabled && isPending }
}

/** What is known of the goods: as they were picked, then as the answers name them. */
function useKnownSkus(lines: readonly (KnownSku & { skuId: number })[] | undefined) {
  const [picked, setPicked] = useState<ReadonlyMap<number, KnownSku>>(new Map())
  const known = useMemo(
    () => new Map<number, KnownSku>([...picked, ...(lines ?? []).map((line) => [line.skuId, line] as const)]),
    [picked, lines],
  )
  const know = (added: ReadonlyMap<number, KnownSku>) => setPicked(new Map([...picked, ...added]))
  return [known, know] as const
}

/** The address of this page for a colleague: with its moment, so that both see the same. */
function linkTo(question: Question): string {
  const { origin, pathname } = window.location
  return `${origin}${pathname}?${writeQuestion(question)}`
}
