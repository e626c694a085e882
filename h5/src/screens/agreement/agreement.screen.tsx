import { frontAgreement } from '@zhanggui/contract/decor/agreement.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { RichText } from '@zhanggui/page-kit/parts/rich-text.tsx'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './agreement.module.css'

type Key = Parameters<typeof useRead<typeof frontAgreement.info>>[1]['params']['key']

/** An agreement as it is in force. */
export default function AgreementScreen() {
  const { key = '' } = useParams<{ key: string }>()
  const agreement = useRead(frontAgreement.info, { params: { key: key as Key } })
  return (
    <Screen title={agreement.data?.title ?? '协议'}>
      <Loaded
        of={agreement}
        skeleton={<CardBones height={420} count={1} />}
        failed={({ status }) =>
          (status === 404 || status === 400) && (
            <Empty text="这份协议还没有发布">
              <Button to="/">去首页</Button>
            </Empty>
          )
        }
      >
        {({ content, no, effectiveTime }) => (
          <article className={styles.agreement}>
            <p>
              第 {no} 版　{effectiveTime.slice(0, 10)} 起生效
            </p>
            <RichText html={content} />
          </article>
        )}
      </Loaded>
    </Screen>
  )
}
