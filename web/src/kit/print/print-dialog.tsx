import { orderPrint, type PrintData, type PrintKind, printNames } from '@zhanggui/contract/order/order-print.ts'
import { Alert, Button, Checkbox, Form, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { WriteButton } from '../access/write-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { NumberInput } from '../form/number-input.tsx'
import { shortNo } from '../text/short-no.ts'
import styles from './print.module.css'
import { keepChoice, type PaperName, paperOf, papers, papersOf, readChoice } from './print-choice.ts'
import { PrintPaper } from './print-paper.tsx'

const MAX_COPIES = 5
const INCH_PX = 96
const INCH_MM = 25.4

type Props = {
  orderNos: readonly string[]
  /** What is offered first, if not what was printed last. */
  first?: PrintKind
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** 打印: pick list, delivery notes or receipts of some orders, by the browser. The last choice is remembered. */
export function PrintDialog({ orderNos, first, onClose, onDone }: Props) {
  const [choice, setChoice] = useState(() => ({ ...readChoice(), ...(first && { kind: first }) }))
  const [data, setData] = useState<PrintData>()
  const { kind } = choice
  const paper = paperOf(choice, kind)
  const print = useWrite(orderPrint.data, { onSuccess: (answer) => setData(answer) })
  usePrinter(data, paper, () => {
    if (!data?.left.length) {
      onDone?.()
      onClose()
    } else setData({ ...data, orders: [], goods: [] })
  })

  function handlePrint() {
    keepChoice(choice)
    print.mutate({ body: { orderNos: [...orderNos], kind, copies: choice.copies } })
  }

  const set = (change: Partial<typeof choice>) => setChoice({ ...choice, ...change })
  const left = data?.orders.length === 0 ? data.left : []
  return (
    <Dialog
      title={orderNos.length === 1 ? `打印订单 ${shortNo(orderNos[0] ?? '')}` : `打印 ${orderNos.length} 单`}
      width={480}
      onCancel={onClose}
      footer={
        left.length ? (
          <Button type="primary" onClick={onClose}>
            知道了
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>不打印</Button>
            <WriteButton type="primary" of={print} onClick={handlePrint}>
              {`打印${printNames[kind]}`}
            </WriteButton>
          </>
        )
      }
    >
      {left.length ? (
        <Alert
          type="warning"
          showIcon
          title={`${left.length} 单没有打印`}
          description={
            <ul className={styles.left}>
              {left.map(({ orderNo, message }) => (
                <li key={orderNo}>{`${shortNo(orderNo)} ${message}`}</li>
              ))}
            </ul>
          }
        />
      ) : (
        <Form layout="vertical" className={styles.choice} component="div">
          <Segmented<PrintKind>
            block
            aria-label="单据"
            value={kind}
            options={Object.entries(printNames).map(([value, label]) => ({ value: value as PrintKind, label }))}
            onChange={(next) => set({ kind: next })}
          />
          <Form.Item label="纸张" style={{ margin: 0 }}>
            <Segmented<PaperName>
              aria-label="纸张"
              value={paper}
              options={papersOf[kind].map((value) => ({ value, label: papers[value].label }))}
              onChange={(next) => set({ paper: { ...choice.paper, [kind]: next } })}
            />
          </Form.Item>
          {kind === 'note' && (
            <div className={styles.switches}>
              <Checkbox checked={choice.mark} onChange={({ target }) => set({ mark: target.checked })}>
                买家留言
              </Checkbox>
              <Checkbox checked={choice.remark} onChange={({ target }) => set({ remark: target.checked })}>
                商家备注
              </Checkbox>
              <Checkbox checked={choice.prices} onChange={({ target }) => set({ prices: target.checked })}>
                价格
              </Checkbox>
            </div>
          )}
          <Form.Item label="份数" style={{ margin: 0 }}>
            <NumberInput
              aria-label="份数"
              min={1}
              max={MAX_COPIES}
              precision={0}
              controls={false}
              value={choice.copies}
              onChange={(copies) => set({ copies: copies ?? 1 })}
            />
          </Form.Item>
          <p className={styles.hint}>
            {kind === 'receipt'
              ? '在浏览器的打印窗口中选择小票打印机。'
              : '打印后订单记为已打印：之后改地址、备注、挂起或申请售后，会提示打印后有变更。'}
          </p>
        </Form>
      )}
      {data && data.orders.length > 0 && <PrintPaper data={data} choice={choice} paper={paper} />}
    </Dialog>
  )
}

/** Opens the browser's print window as soon as the paper and its pictures are there. */
function usePrinter(data: PrintData | undefined, paper: PaperName, onPrinted: () => void) {
  const isReady = data !== undefined && data.orders.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer, whatever is drawn meanwhile
  useEffect(() => {
    if (!isReady) return
    let isGone = false
    const root = document.getElementById('print-paper')
    const pictures = [...(root?.querySelectorAll('img') ?? [])]
    const loaded = pictures.map((picture) => (picture.complete ? undefined : picture.decode().catch(() => undefined)))
    const timeout = new Promise((resolve) => setTimeout(resolve, 3000))
    Promise.race([Promise.all(loaded), timeout]).then(() => {
      if (isGone) return
      const page = pageOf(paper, root)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, page]
      window.print()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== page)
      onPrinted()
    })
    return () => {
      isGone = true
    }
  }, [isReady])
}

/** The size of the paper; of a roll it is as long as the longest of its receipts. */
function pageOf(paper: PaperName, root: HTMLElement | null): CSSStyleSheet {
  const { width, margin, ...rest } = papers[paper]
  const height = 'height' in rest ? rest.height : lengthOf(root, width - 2 * margin) + 2 * margin
  const page = new CSSStyleSheet()
  page.replaceSync(`@page { size: ${width}mm ${height}mm; margin: ${margin}mm }`)
  return page
}

function lengthOf(root: HTMLElement | null, width: number): number {
  if (!root) return width
  // Measured as it will be laid out on the roll.
  root.style.cssText = `display: block; position: absolute; visibility: hidden; width: ${width}mm`
  const longest = Math.max(...[...root.children].map((sheet) => sheet.getBoundingClientRect().height))
  root.style.cssText = ''
  return Math.ceil((longest / INCH_PX) * INCH_MM) + 2
}
