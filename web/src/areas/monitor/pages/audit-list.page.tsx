import { auditActionLabel, auditActions } from '@zhanggui/contract/audit-actions.ts'
import { type AuditEntry, type AuditVerdict, audit } from '@zhanggui/contract/monitor/audit.ts'
import { objectTitles } from '@zhanggui/contract/object-titles.ts'
import { personName } from '@zhanggui/domain/staff/person-name.ts'
import { Alert, Select, Tag } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { CopyText } from '../../../kit/feedback/copy-text.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Restore, useUndos } from '../../../kit/product/undo-record.tsx'
import { changeText } from '../../../kit/text/change-text.ts'
import { When } from '../../../kit/text/when.tsx'
import styles from '../../../kit/watching.module.css'
import { AuditDiff } from '../components/audit-diff.tsx'
import { BatchEntries } from '../components/batch-entries.tsx'

/** Changes that a row tells; 详情 has all. */
const SHOWN = 2

const colours: Readonly<Record<string, string>> = {
  create: 'green',
  delete: 'red',
  denied: 'red',
  storm: 'red',
  guess: 'red',
  unmaskOver: 'red',
  lock: 'red',
}
/** Tickets open what is in the trail itself. */
const { ticket: _, ...listedObjects } = objectTitles
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export default function AuditListPage() {
  const [shown, setShown] = useState<AuditEntry>()
  const list = useList(audit.list)
  const undosOf = useUndos([...new Set(list.rows.filter(isBatch).map(({ requestId }) => requestId))])
  const [verdict, setVerdict] = useState<AuditVerdict>()
  const verify = useWrite(audit.verify, { onSuccess: setVerdict })
  const picker = (labels: Readonly<Record<string, string>>) => (
    <Select allowClear showSearch={{ optionFilterProp: 'label' }} placeholder="全部" options={optionsOf(labels)} />
  )
  return (
    <>
      {verdict && <Verdict verdict={verdict} onClose={() => setVerdict(undefined)} />}
      <ListPage
        empty="还没有改动"
        purpose="数据由谁从什么改成了什么，改动后立刻记在这里，不能篡改"
        list={list}
        news={{ of: '条新记录' }}
        filters={[
          'actor',
          { name: 'objectType', control: picker(listedObjects) },
          { name: 'action', control: picker(auditActions) },
          { name: 'time', label: '时间' },
          'objectId',
          'requestId',
        ]}
        columns={[
          { name: 'id', title: '序号', width: 90 },
          { name: 'time', title: '时间', width: 180 },
          {
            name: 'actorName',
            title: '操作人',
            width: 160,
            render: ({ actorNick, actorName }) => personName(actorNick, actorName),
          },
          {
            name: 'action',
            title: '动作',
            width: 120,
            render: (row) => <ActionTag of={row} />,
          },
          {
            name: 'objectType',
            title: '对象',
            minWidth: 200,
            render: objectOf,
          },
          {
            name: 'diff',
            title: '变更',
            minWidth: 240,
            render: (row) => <Changes of={row} />,
          },
          { name: 'ip', title: 'IP', width: 140 },
          { name: 'objectId', title: '对象编号', width: 110, hidden: true },
          { name: 'requestId', title: '请求编号', width: 260, hidden: true },
        ]}
        card={(row) => ({
          title: objectOf(row),
          below: (
            <>
              <ActionTag of={row} />
              <span>{personName(row.actorNick, row.actorName)}</span>
              <When at={row.time} />
            </>
          ),
          facts: row.diff.length > 0 && <Changes of={row} />,
        })}
        actions={(row) => (
          <>
            <RowAction reads onClick={() => setShown(row)}>
              详情
            </RowAction>
            {isBatch(row) && <Restore of={undosOf(row.requestId)} />}
          </>
        )}
        tools={
          <WriteButton of={verify} onClick={() => verify.mutate({})}>
            校验完整性
          </WriteButton>
        }
      />
      {shown && (
        <Dialog title="变更记录" width={860} footer={null} onCancel={() => setShown(undefined)}>
          <p>
            {shown.time} {personName(shown.actorNick, shown.actorName)} {auditActionLabel(shown.action)}{' '}
            {objectTitles[shown.objectType] ?? shown.objectType} {shown.objectName}
          </p>
          <p>
            请求编号 <CopyText text={shown.requestId} />
          </p>
          {shown.action === 'batch' ? (
            <BatchEntries requestId={shown.requestId} />
          ) : (
            <AuditDiff changes={shown.diff as Parameters<typeof AuditDiff>[0]['changes']} />
          )}
        </Dialog>
      )}
    </>
  )
}

const ActionTag = ({ of: { action } }: { of: AuditEntry }) => (
  <Tag color={colours[action] ?? 'blue'}>{auditActionLabel(action)}</Tag>
)

/** What an entry is about; a batch says itself how many it took. */
function objectOf({ action, objectType, objectName }: AuditEntry): string {
  const title = objectTitles[objectType] ?? objectType
  if (!objectName) return title
  return action === 'batch' ? `${title}：${objectName}` : `${title}「${objectName}」`
}

/** The first changes with old and new values, a line each; the rest is counted. */
function Changes({ of: { diff, action } }: { of: AuditEntry }) {
  // A number beside the name it stands for says nothing more.
  const named = diff.filter(({ label }) => !label.endsWith('编号'))
  const texts = (named.length ? named : diff).map((change) => {
    const { label, before, after } = change as Parameters<typeof changeText>[0]
    return changeText(action === 'delete' ? { label, before: null, after: before } : { label, before, after })
  })
  return (
    <div className={styles.changes}>
      {texts.slice(0, SHOWN).map((text) => (
        <div key={text} title={text}>
          {text}
        </div>
      ))}
      {texts.length > SHOWN && <span className={styles.hint}>等 {texts.length} 项</span>}
    </div>
  )
}

const isBatch = ({ action }: AuditEntry) => action === 'batch'

function Verdict({ verdict: { ok, checked, firstBroken }, onClose }: { verdict: AuditVerdict; onClose: () => void }) {
  return (
    <Alert
      showIcon
      closable={{ onClose }}
      type={ok ? 'success' : 'error'}
      title={
        ok
          ? `审计链完整，共校验 ${checked} 条`
          : `审计链在序号 ${firstBroken} 处被破坏：该记录被改动或删除，请保留现场并联系技术支持`
      }
      style={{ marginBottom: 16 }}
    />
  )
}
