import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { type Approval, approval } from '@zhanggui/contract/work/approval.ts'
import { approvalStates } from '@zhanggui/domain/work/approval.ts'
import { Button, Form, Input } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { ChangeTable } from '../../../kit/detail/change-table.tsx'
import { confirm, showSuccess, showWarning } from '../../../kit/feedback/feedback.ts'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { Face } from '../../../kit/media/face.tsx'
import { BottomBar } from '../../../kit/page/bottom-bar.tsx'
import { go } from '../../../kit/page/go.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { When } from '../../../kit/text/when.tsx'
import { agreeText, roleOf, stateOf } from '../model/approval-words.ts'
import styles from './approval.module.css'

type Props = {
  of: Approval
  onBack?: () => void
  /** Goes on to the next one that waits. */
  onNext?: () => void
}

/** Who asked for what and why, which rule made it wait, what it changes, and the decision. */
export function ApprovalDetail({ of: row, onBack, onNext }: Props) {
  const isPhone = useIsPhone()
  const mayReview = useCan(approval.review)
  const waits = row.state === 0
  return (
    <article className={styles.detail} aria-label={row.title}>
      {onBack && (
        <Button type="link" className={styles.back} onClick={onBack}>
          返回列表
        </Button>
      )}
      <header className={styles.head}>
        <StateTag of="approval" value={stateOf(row)} big />
        <h2>{row.title}</h2>
        <span className={styles.due}>
          {waits ? (
            <>
              <When at={row.expireTime} kind="deadline" />
              <span className={styles.dim}>，到时不批就作废</span>
            </>
          ) : (
            <Ended of={row} />
          )}
        </span>
      </header>
      <section className={styles.asked} aria-label="申请">
        <Face user={{ id: row.applicantId, nickname: row.applicantName, realName: '', avatar: '' }} size={36} />
        <div>
          <b>{row.applicantName}</b>
          <span className={styles.dim}>
            {roleOf(row)} <When at={row.createTime} /> 申请
          </span>
          <p>{row.reason || '没有填写说明'}</p>
          {row.link && <Link to={row.link}>看{row.objectName}</Link>}
        </div>
      </section>
      <p className={styles.rule}>
        <b>为什么要审批</b>
        <span>{row.rule}</span>
        <RuleLink />
      </p>
      <ChangeTable rows={row.changes} />
      {row.state === 5 && (
        <p role="note" className={styles.failed}>
          {row.reviewerName}同意后没能执行：{row.message}。什么也没有改变，需要的话请重新申请。
        </p>
      )}
      {!waits && row.remark && (
        <p className={styles.remark}>
          <b>{row.reviewerName}</b>：{row.remark}
        </p>
      )}
      {!waits && onNext && (
        <footer className={styles.foot}>
          <Button onClick={onNext}>看下一件</Button>
        </footer>
      )}
      {waits && row.isMine && <Own of={row} isPhone={isPhone} />}
      {waits && !row.isMine && mayReview && !row.blocked && <Decide key={row.id} of={row} isPhone={isPhone} />}
      {waits && !row.isMine && (row.blocked || !mayReview) && (
        <p className={styles.foot}>{row.blocked || '审批需要「审批」权限，请找店主开通'}</p>
      )}
    </article>
  )
}

const RULES = '/system/setting?group=security&field=approval_amount'
const useMayRules = () => useCan({ permission: 'admin:system:config:security' })

/** Where the limits are set, for those who may see them. */
function RuleLink() {
  return useMayRules() ? <Link to={RULES}>看规则</Link> : null
}

/** The same at the head of the page. */
export function RuleButton() {
  if (!useMayRules()) return null
  return (
    <Button icon={<SettingOutlined aria-hidden />} onClick={() => go(RULES)}>
      审批规则
    </Button>
  )
}

const Ended = ({ of: { state, reviewerName, reviewTime } }: { of: Approval }) => (
  <span className={styles.dim}>
    {reviewTime ? (
      <>
        {reviewerName} <When at={reviewTime} />
      </>
    ) : (
      approvalStates[state]
    )}
  </span>
)

function Own({ of: { id, title }, isPhone }: { of: Approval; isPhone: boolean }) {
  const withdraw = useWrite(approval.withdraw, { message: '已撤回' })
  async function handleWithdraw() {
    const content = `撤回「${title}」？撤回后不再执行，需要时可以重新申请。`
    if (await confirm({ content, okText: '撤回' })) withdraw.mutate({ body: { id } })
  }
  const act = (
    <WriteButton of={withdraw} onClick={handleWithdraw}>
      撤回申请
    </WriteButton>
  )
  if (isPhone) return <BottomBar>{act}</BottomBar>
  return (
    <footer className={styles.foot}>
      <span>自己的申请由另一位同事审批</span>
      <span className={styles.acts}>{act}</span>
    </footer>
  )
}

type Typed = { remark?: string }

function Decide({ of: row, isPhone }: { of: Approval; isPhone: boolean }) {
  const [form] = Form.useForm<Typed>()
  const name = useId()
  const review = useWrite(approval.review, {
    form,
    once: true,
    onSuccess: ({ state, message }) => {
      if (state === 5) showWarning(`已同意，但没能执行：${message}`)
      else showSuccess(state === 1 ? '已同意并执行' : '已拒绝')
    },
  })
  function send(pass: boolean) {
    const remark = form.getFieldValue('remark')?.trim() ?? ''
    if (!pass && !remark) {
      form.setFields([{ name: 'remark', errors: ['请填写拒绝原因'] }])
      form.focusField('remark')
      return
    }
    review.mutate({ body: { id: row.id, pass, ...(remark && { remark }) } })
  }
  const acts = (
    <>
      <WriteButton of={review} danger onClick={() => send(false)}>
        拒绝
      </WriteButton>
      <WriteButton of={review} type="primary" onClick={() => send(true)}>
        {agreeText(row)}
      </WriteButton>
    </>
  )
  return (
    <>
      <WriteForm<Typed> form={form} name={name} layout="vertical" of={review} className={styles.form}>
        <Form.Item name="remark" label="给申请人的话（拒绝时必填）">
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </WriteForm>
      {isPhone ? (
        <BottomBar>{acts}</BottomBar>
      ) : (
        <footer className={styles.foot}>
          <span>同意后立刻以{row.applicantName}的身份执行；那时若规则不允许，会标为执行失败并告诉你们两人</span>
          <span className={styles.acts}>{acts}</span>
        </footer>
      )}
    </>
  )
}
