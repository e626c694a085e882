import { useQuery } from '@tanstack/react-query'
import { type AgreementRow, agreement } from '@zhanggui/contract/decor/agreement.ts'
import { agreementStates } from '@zhanggui/domain/decor/agreement.ts'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { useAddress } from '../../../kit/page/use-address.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import styles from '../components/agreement/agreement.module.css'
import { AgreementForm } from '../components/agreement/agreement-form.tsx'

/** 协议管理: the agreements at the left, the chosen one at the right. */
export default function AgreementListPage() {
  const address = useAddress()
  const { data, error, refetch } = useQuery(read(agreement.list, { silent: true }))
  const mayRead = useCan(agreement.info)
  if (!data)
    return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 8 }} />
  const asked = new URLSearchParams(address.search).get('key')
  const chosen = data.list.find(({ key }) => key === asked) ?? data.list[0]
  return (
    <div className={styles.page}>
      <PageHeader />
      <div className={styles.two}>
        <ul className={styles.list}>
          {data.list.map((row) => (
            <li key={row.key}>
              <button
                type="button"
                aria-current={row.key === chosen?.key}
                onClick={() => row.key !== chosen?.key && address.turn(new URLSearchParams({ key: row.key }))}
              >
                {row.title}
                <StateTag of="agreement" value={stateOf(row)} />
              </button>
            </li>
          ))}
        </ul>
        {chosen && mayRead ? (
          <One key={chosen.key} of={chosen} />
        ) : (
          <EmptyBlock text="没有权限" more="需要「协议管理」的「详情」" />
        )}
      </div>
    </div>
  )
}

const stateOf = ({ status, changed }: AgreementRow) => (changed ? '有修改' : agreementStates[status])

function One({ of: { key } }: { of: AgreementRow }) {
  const [drawn, setDrawn] = useState(0)
  const { data, error, reload } = useReadOnce(read(agreement.info, { query: { key }, silent: true }))
  async function handleChanged() {
    await reload()
    setDrawn(drawn + 1)
  }
  if (data) return <AgreementForm key={drawn} of={data} onChanged={handleChanged} />
  return error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active paragraph={{ rows: 8 }} />
}
