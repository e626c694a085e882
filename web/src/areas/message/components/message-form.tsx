import { useQuery } from '@tanstack/react-query'
import { buyerMessage, type RuleDetail } from '@zhanggui/contract/wechat/buyer-message.ts'
import { messageChannels, type OuterChannel } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { AutoComplete, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { askAboutConflict, type Values } from '../../../kit/dialog/version-conflict.tsx'
import { useDirtyGuard } from '../../../kit/page/dirty-guard.ts'
import { useSettled } from '../../../kit/use-settled.ts'
import { variableWords } from '../model/variable-words.ts'
import { MessageCard } from './message-card.tsx'
import styles from './message-panel.module.css'
import { TestMessage } from './test-message.tsx'

const NONE = '0'
const orders: OuterChannel[][] = [
  ['routine', 'wechat', 'sms'],
  ['wechat', 'routine', 'sms'],
  ['routine', 'sms', 'wechat'],
  ['wechat', 'sms', 'routine'],
  ['sms', 'routine', 'wechat'],
  ['sms', 'wechat', 'routine'],
]
const orderText = (order: readonly OuterChannel[]) => order.map((channel) => messageChannels[channel]).join(' → ')

type Draft = Pick<RuleDetail, 'tempId' | 'fieldMap' | 'page' | 'url' | 'channelOrder' | 'quietFrom' | 'quietTo'>

const draftOf = ({ tempId, fieldMap, page, url, channelOrder, quietFrom, quietTo }: RuleDetail): Draft => ({
  tempId,
  fieldMap,
  page,
  url,
  channelOrder,
  quietFrom,
  quietTo,
})

type MessageFormProps = {
  detail: RuleDetail
  /** Where its buttons stand, beside what is read. */
  foot: HTMLElement | null
  onSaved: () => Promise<void>
}

/** The template of a channel, what its fields say, where it leads; the order of channels and the quiet hours of all. */
export function MessageForm({ detail, foot, onSaved }: MessageFormProps) {
  const { id, version, detailType } = detail
  const [draft, setDraft] = useState(draftOf(detail))
  const [dirty, setDirty] = useState(false)
  useDirtyGuard(dirty)
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    setDirty(true)
  }
  const may = useCan(buyerMessage.update)
  const save = useWrite(buyerMessage.update, {
    message: '已保存',
    onSuccess: async () => {
      setDirty(false)
      await onSaved()
    },
    onConflict: async (current, message) => {
      const mine = bodyOf(id, version, detail, draft)
      const { body: fields } = buyerMessage.update
      if (await askAboutConflict({ message, fields, mine, current: current as Values, describe })) await onSaved()
    },
  })
  const isSms = detailType === 'sms'
  const [asked] = useSettled(draft)
  const { data: seen } = useQuery({
    ...read(buyerMessage.preview, {
      body: { id, detailType, tempId: asked.tempId || NONE, ...(!isSms && { fieldMap: asked.fieldMap }) },
    }),
    placeholderData: (before) => before,
  })
  const chosen = detail.templates.find(({ tempId }) => tempId === draft.tempId)
  const words = variableWords(detail.variables)
  const variables = detail.variables.map(({ label, sample }) => ({
    value: `{${label}}`,
    label: `${label}（如 ${sample}）`,
  }))
  return (
    <Form layout="vertical" disabled={!may}>
      <Form.Item label={isSms ? '短信模板' : '模板'} htmlFor="message-template">
        <Select
          id="message-template"
          value={draft.tempId || NONE}
          onChange={(tempId) => set(choiceOf(detail, tempId))}
          options={[
            { value: NONE, label: isSms ? '最新通过的' : '不用' },
            ...detail.templates.map(({ tempId, name, usable }) => ({
              value: tempId,
              label: usable ? name : `${name}（还没同步）`,
            })),
          ]}
        />
      </Form.Item>
      {!isSms && chosen && (
        <div className={styles.sides}>
          <div className={styles.fields}>
            {(seen?.fields ?? []).map(({ key, label, value, fault, hint, cut }) => (
              <div key={key} className={styles.field}>
                <label htmlFor={`field-${key}`}>{label}</label>
                <AutoComplete
                  id={`field-${key}`}
                  value={words.show(draft.fieldMap[key] ?? '')}
                  options={variables}
                  maxLength={200}
                  placeholder="选变量，或写固定文字"
                  onChange={(text) => set({ fieldMap: { ...draft.fieldMap, [key]: words.read(text) } })}
                />
                {fault ? (
                  <span className={styles.fault}>{fault}</span>
                ) : (
                  <span className={styles.said}>
                    {value}
                    {cut ? `（${hint}，已截断）` : ''}
                  </span>
                )}
              </div>
            ))}
          </div>
          <MessageCard channel={detailType} title={chosen.name} fields={seen?.fields ?? []} />
        </div>
      )}
      {isSms && seen && <p className={styles.bubble}>{seen.text || seen.faults.join('；')}</p>}
      {!isSms && chosen && (
        <Form.Item label="小程序页面" htmlFor="message-page" extra="不填时打开对应的订单、余额等页面">
          <Input
            id="message-page"
            value={draft.page}
            maxLength={255}
            onChange={(event) => set({ page: event.target.value })}
          />
        </Form.Item>
      )}
      {detailType === 'wechat' && chosen && (
        <Form.Item label="网页地址" htmlFor="message-url" extra="不填时打开商城里对应的页面">
          <Input
            id="message-url"
            value={draft.url}
            maxLength={512}
            onChange={(event) => set({ url: event.target.value })}
          />
        </Form.Item>
      )}
      <Form.Item label="先后" htmlFor="message-order" extra="前面的渠道不行才试下一个，一件事只发一条">
        <Select
          id="message-order"
          value={orderText(draft.channelOrder)}
          onChange={(text) =>
            set({ channelOrder: orders.find((order) => orderText(order) === text) ?? draft.channelOrder })
          }
          options={orders.map((order) => ({ value: orderText(order), label: orderText(order) }))}
        />
      </Form.Item>
      <Form.Item label="夜间不发短信" extra="这段时间的短信攒到结束时发；两个都不填则不分昼夜">
        <div className={styles.row}>
          <Input
            aria-label="夜间从"
            style={{ width: 100 }}
            value={draft.quietFrom}
            maxLength={5}
            placeholder="如 22:00"
            onChange={(event) => set({ quietFrom: event.target.value })}
          />
          至
          <Input
            aria-label="夜间到"
            style={{ width: 100 }}
            value={draft.quietTo}
            maxLength={5}
            placeholder="如 08:00"
            onChange={(event) => set({ quietTo: event.target.value })}
          />
        </div>
      </Form.Item>
      {may &&
        foot &&
        createPortal(
          <>
            <WriteButton
              of={save}
              type="primary"
              disabled={!dirty}
              onClick={() => save.mutate({ body: bodyOf(id, version, detail, draft) })}
            >
              保存
            </WriteButton>
            <Button
              disabled={!dirty}
              onClick={() => {
                setDraft(draftOf(detail))
                setDirty(false)
              }}
            >
              还原
            </Button>
            <TestMessage id={id} detailType={detailType} disabled={dirty} />
            {draft.quietFrom && draft.quietTo && (
              <span className={styles.quiet}>
                夜里 {draft.quietFrom}–{draft.quietTo} 不发短信，攒到 {draft.quietTo}
              </span>
            )}
          </>,
          foot,
        )}
    </Form>
  )
}

const describe = {
  channelOrder: (order: unknown) => orderText(order as OuterChannel[]),
  fieldMap: (map: unknown) => Object.values((map ?? {}) as object).join('，') || '（空）',
}

/** A template brings what it says and where it leads: others may use it too. */
function choiceOf({ templates }: RuleDetail, chosen: string): Partial<Draft> {
  const template = templates.find(({ tempId }) => tempId === chosen)
  if (!template) return { tempId: '', fieldMap: {}, page: '', url: '' }
  const { tempId, fieldMap, page, url } = template
  return { tempId, fieldMap, page, url }
}

function bodyOf(id: number, version: number, { detailType, templates }: RuleDetail, draft: Draft) {
  const { tempId, fieldMap, page, url, channelOrder, quietFrom, quietTo } = draft
  const common = { id, version, detailType, channelOrder, quietFrom, quietTo, tempId: tempId || NONE }
  const template = templates.find((each) => each.tempId === tempId)
  if (detailType === 'sms' || !template) return common
  // Fields that the platform took away are left out.
  const map = Object.fromEntries(
    Object.entries(fieldMap).filter(([key]) => template.content.includes(`{{${key}.DATA}}`)),
  )
  return { ...common, fieldMap: map, page, ...(detailType === 'wechat' && { url }) }
}
