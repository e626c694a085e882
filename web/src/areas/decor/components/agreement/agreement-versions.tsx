import { useQuery } from '@tanstack/react-query'
import { type AgreementInfo, type AgreementVersion, agreement } from '@zhanggui/contract/decor/agreement.ts'
import { Button, Pagination, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Can } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import { RichHtml } from '../../../../kit/text/rich-html.tsx'
import styles from './agreement.module.css'
import { AgreementDiff } from './agreement-diff.tsx'

const LIMIT = 10
type Props = { of: AgreementInfo; onClose: () => void; onRolledBack: () => void }

/** What was published of an agreement: to look at, to compare with the draft, to go back to. */
export function AgreementVersions({ of, onClose, onRolledBack }: Props) {
  const [page, setPage] = useState(1)
  const query = { key: of.key, page, limit: LIMIT }
  const { data, error, refetch } = useQuery(read(agreement.versions, { query, silent: true }))
  const [shown, setShown] = useState<AgreementVersion>()
  const [compared, setCompared] = useState<AgreementVersion>()
  const back = useWrite(agreement.rollback, { message: '已恢复到草稿，确认后再发布', onSuccess: onRolledBack })
  async function goBack({ no }: AgreementVersion) {
    const content = `用第 ${no} 版替换「${of.title}」的草稿？现在的草稿不会保留，买家看到的不变，发布后才生效。`
    if (await confirm({ content, okText: '替换草稿' })) back.mutate({ body: { key: of.key, version: of.version, no } })
  }
  return (
    <SidePanel title={`版本 · ${of.title}`} width={520} onClose={onClose}>
      {data ? (
        data.list.length ? (
          <>
            <ol className={styles.versions}>
              {data.list.map((row) => (
                <li key={row.no} className={styles.version}>
                  <header>
                    <b>第 {row.no} 版</b>
                    {row.live && <Tag color="success">生效中</Tag>}
                    {row.requireConsent && <Tag>需重新同意</Tag>}
                  </header>
                  <p>
                    {row.createTime} {row.createBy} 发布，{row.effectiveTime.slice(0, 16)} 生效，{row.consents} 人同意
                  </p>
                  {row.note && <p>{row.note}</p>}
                  <div className={styles.acts}>
                    <Button size="small" onClick={() => setShown(row)}>
                      查看
                    </Button>
                    <Button size="small" onClick={() => setCompared(row)}>
                      与草稿比较
                    </Button>
                    <Can do={agreement.rollback}>
                      <WriteButton size="small" of={back} onClick={() => goBack(row)}>
                        恢复到草稿
                      </WriteButton>
                    </Can>
                  </div>
                </li>
              ))}
            </ol>
            <Pagination
              hideOnSinglePage
              current={page}
              pageSize={LIMIT}
              total={data.total}
              onChange={setPage}
              style={{ marginTop: 12 }}
            />
          </>
        ) : (
          <EmptyBlock text="还没有发布过" more="发布后，每一版都留在这里" />
        )
      ) : error ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
      {shown && (
        <Dialog
          title={`${shown.title}，第 ${shown.no} 版`}
          width={640}
          footer={null}
          onCancel={() => setShown(undefined)}
        >
          <RichHtml html={shown.content} />
        </Dialog>
      )}
      {compared && (
        <AgreementDiff
          title={`第 ${compared.no} 版 → 草稿`}
          before={compared.content}
          after={of.content}
          onClose={() => setCompared(undefined)}
        />
      )}
    </SidePanel>
  )
}
