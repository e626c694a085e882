import {
  type GivenColumns,
  type UserImportInfo,
  type UserImportSample,
  userColumns,
  userImport,
} from '@zhanggui/contract/user/user-import.ts'
import { type UserColumn, userSheetColumns } from '@zhanggui/domain/user/user-import.ts'
import { Alert, Button, Radio, Select, Table, Tabs, Tag } from 'antd'
import { useState } from 'react'
import { uploadTo } from '../../../../api/upload.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import styles from '../../../../kit/import/import.module.css'
import { modeNames } from '../../../../kit/import/import-modes.tsx'
import { ImportRemarks } from '../../../../kit/import/import-remarks.tsx'
import { useSheetCheck } from '../../../../kit/import/import-upload.tsx'
import { Count, Counts } from '../../../../kit/text/count.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { useImportFiles } from './user-import-files.ts'
import { fieldsOf, type ImportChoice, LIMITS } from './user-import-start.tsx'

const actionNames: Record<UserImportSample['action'], { text: string; color?: string }> = {
  create: { text: '新增', color: 'success' },
  update: { text: '更新', color: 'processing' },
  same: { text: '无变化' },
  invalid: { text: '有错误', color: 'error' },
}
const SHOWN_TAGS = 30

type Props = {
  info: UserImportInfo
  choice: ImportChoice
  onChoice: (choice: ImportChoice) => void
  onChecked: (id: number) => void
  onBack: () => void
}

/** Step 2: what the file would do. Nothing has been written yet. */
export function ImportCheck({ info, choice, onChoice, onChecked, onBack }: Props) {
  const { id, invalid, create, update, lacks, expireTime, status } = info
  const [policy, setPolicy] = useState<'skip' | 'all'>('skip')
  const { saveErrors, busy } = useImportFiles(info)
  const confirm = useWrite(userImport.confirm, { once: true })
  const valid = create + update
  const shut = valid === 0 || lacks.length > 0 || (policy === 'all' && invalid > 0) || status !== 'checked'
  return (
    <div className={styles.check}>
      <Head info={info} />
      {status === 'expired' && <Alert type="warning" showIcon title="检查结果已过期，请重新上传文件" />}
      {status === 'waiting' && <Alert type="info" showIcon title="期初余额较大，已提交审批，通过后自动导入" />}
      {info.importedBefore && (
        <Alert
          type="warning"
          showIcon
          title={`该文件已于 ${info.importedBefore} 导入过`}
          description="已开过的期初余额和积分不会重复增加。"
        />
      )}
      {lacks.map((words) => (
        <Alert key={words} type="error" showIcon title={`${words}，请换有权限的人导入`} />
      ))}
      <Totals info={info} />
      {info.newTags.length > 0 && (
        <div className={styles.names}>
          <span className={styles.hint}>{`将新建的标签（${info.newTags.length}）`}</span>
          {info.newTags.slice(0, SHOWN_TAGS).map((name) => (
            <Tag key={name}>{name}</Tag>
          ))}
          {info.newTags.length > SHOWN_TAGS && <span className={styles.hint}>等</span>}
        </div>
      )}
      <Ignored info={info} choice={choice} onChoice={onChoice} onChecked={onChecked} />
      <Findings info={info} />
      <div className={styles.foot}>
        {invalid > 0 && valid > 0 && (
          <Radio.Group
            aria-label="有错误时"
            value={policy}
            onChange={({ target }) => setPolicy(target.value)}
            options={[
              { value: 'skip', label: `跳过有错误的 ${invalid} 行，导入其余客户` },
              { value: 'all', label: '全部正确才导入' },
            ]}
          />
        )}
        {valid === 0 && <span className={styles.fault}>没有可以导入的客户</span>}
        <div className={styles.footActions}>
          <Button onClick={onBack}>{invalid ? '修改后重新上传' : '返回'}</Button>
          {invalid > 0 && (
            <Button loading={busy} onClick={saveErrors}>
              下载错误行
            </Button>
          )}
          <WriteButton
            type="primary"
            disabled={shut}
            of={confirm}
            onClick={() => confirm.mutate({ body: { importId: id, policy } })}
          >
            {`导入 ${valid} 位客户`}
          </WriteButton>
        </div>
        {!shut && <p className={styles.hint}>{sayWhat(info)}</p>}
        {expireTime && <p className={styles.hint}>{`请在 ${expireTime} 之前导入，过时须重新上传。`}</p>}
      </div>
    </div>
  )
}

function sayWhat({ create, update, money, points }: UserImportInfo): string {
  const opens = [money && `期初余额共 ${moneyText(money)}`, points && `期初积分共 ${points}`].filter(Boolean).join('、')
  return `将新增 ${create} 位、更新 ${update} 位客户${opens && `，${opens}`}。客户不会收到通知。`
}

/** The file's name and what it may do. */
export function Head({ info: { fileName, mode } }: { info: Pick<UserImportInfo, 'fileName' | 'mode'> }) {
  return (
    <div className={styles.head}>
      <h2>{fileName}</h2>
      <Tag>{modeNames[mode]}</Tag>
    </div>
  )
}

function Totals({ info }: { info: UserImportInfo }) {
  const { total, create, update, same, invalid, warningCount } = info
  return (
    <Counts>
      <Count title="文件中的行" value={total} />
      <Count title="新增" value={create} tone={create ? 'good' : undefined} />
      <Count title="更新" value={update} />
      <Count title="无变化" value={same} />
      <Count title="有错误" value={invalid} tone={invalid ? 'bad' : undefined} />
      <Count title="提醒" value={warningCount} />
    </Counts>
  )
}

/** The headings that are not read; while the file is at hand, staff may say what they mean. */
function Ignored({ info, choice, onChoice, onChecked }: Omit<Props, 'onBack'>) {
  const { ignored, columns, status } = info
  const { file } = choice
  const [given, setGiven] = useState<GivenColumns>({})
  const checking = useSheetCheck(LIMITS, async (again, sending) => {
    const own = { ...choice, columns: { ...choice.columns, ...given } }
    const { importId } = await uploadTo(userImport.upload, again, { ...sending, fields: fieldsOf(own) })
    onChoice(own)
    onChecked(importId)
  })
  if (!ignored.length) return null
  const taken = new Set<UserColumn>([...columns.map(({ field }) => field), ...Object.values(given)])
  const choose = (heading: string, field: UserColumn | undefined) => {
    const { [heading]: _, ...others } = given
    setGiven(field ? { ...others, [heading]: field } : others)
  }
  const title = `有 ${ignored.length} 列没有读取：${ignored.join('、')}`
  if (!file || status !== 'checked') return <Alert type="info" showIcon title={title} />
  return (
    <Alert
      type={taken.has('phone') ? 'info' : 'warning'}
      showIcon
      title={title}
      description={
        <>
          <p className={styles.hint}>需要读取的列，选择它的含义后重新检查。</p>
          <div className={styles.meanings}>
            {ignored.map((heading) => (
              <div key={heading} className={styles.meaning}>
                <span>{heading}</span>
                <Select
                  allowClear
                  aria-label={`「${heading}」的含义`}
                  placeholder="不读取"
                  value={given[heading]}
                  onChange={(field?: UserColumn) => choose(heading, field)}
                  options={userColumns
                    .filter((field) => field === given[heading] || !taken.has(field))
                    .map((value) => ({ value, label: userSheetColumns[value] }))}
                />
              </div>
            ))}
          </div>
          {checking.fault && <p className={styles.fault}>{checking.fault}</p>}
          <Button
            disabled={!Object.keys(given).length}
            loading={checking.share !== undefined}
            onClick={() => checking.check(file)}
          >
            按所选含义重新检查
          </Button>
        </>
      }
    />
  )
}

/** Errors, warnings and the first rows; errors come first if there are any. */
export function Findings({ info }: { info: UserImportInfo }) {
  const { errors, errorCount, warnings, warningCount, preview, total } = info
  if (!info.hasFile) return <p className={styles.hint}>文件和各行已在 30 天后删除。</p>
  return (
    <Tabs
      defaultActiveKey={errorCount ? 'errors' : 'preview'}
      items={[
        ...(errorCount
          ? [{ key: 'errors', label: `错误 ${errorCount}`, children: <ImportRemarks of={errors} total={errorCount} /> }]
          : []),
        ...(warningCount
          ? [
              {
                key: 'warnings',
                label: `提醒 ${warningCount}`,
                children: <ImportRemarks of={warnings} total={warningCount} />,
              },
            ]
          : []),
        {
          key: 'preview',
          label: total > preview.length ? `前 ${preview.length} 行` : '各行',
          children: <Preview of={preview} />,
        },
      ]}
    />
  )
}

function Preview({ of }: { of: readonly UserImportSample[] }) {
  return (
    <Table<UserImportSample>
      rowKey="row"
      size="small"
      dataSource={of}
      pagination={false}
      scroll={{ x: 'max-content', y: 420 }}
      columns={[
        { title: '行号', dataIndex: 'row', width: 70 },
        {
          title: '处理',
          dataIndex: 'action',
          width: 80,
          render: (_, { action }) => <Tag color={actionNames[action].color}>{actionNames[action].text}</Tag>,
        },
        { title: '手机号', dataIndex: 'phone', width: 120 },
        { title: '昵称', dataIndex: 'nickname', className: styles.reason },
        { title: '分组', dataIndex: 'groupName', width: 100 },
        { title: '等级', dataIndex: 'levelName', width: 90 },
        { title: '期初余额', width: 100, align: 'right', render: (_, { money }) => (money ? moneyText(money) : '') },
        { title: '期初积分', width: 90, align: 'right', render: (_, { points }) => points || '' },
      ]}
    />
  )
}
