import { useQuery } from '@tanstack/react-query'
import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { Skeleton } from 'antd'
import { useParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { CopyInvitation } from '../../../kit/activity/copy-invitation.tsx'
import { DetailPage, Section } from '../../../kit/detail/detail-page.tsx'
import { FactStrip } from '../../../kit/detail/fact-strip.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { When } from '../../../kit/text/when.tsx'
import { figuresOf, SessionCuts } from '../components/session-cuts.tsx'
import { SessionSide } from '../components/session-side.tsx'
import { invitationTo, SESSIONS } from '../model/bargain-words.ts'
import { sessionState, sessionStory } from '../model/session-words.ts'

/** 砍价详情: a session as a page of its own, with an address to send. */
export default function BargainRecordDetailPage() {
  const id = Number(useParams().id) || 0
  const mayRead = useCan(bargainSession.helps)
  const { data, error, refetch } = useQuery(read(bargainSession.info, { query: { id }, silent: true }))
  usePageName(`砍价 ${id}`, '砍价详情')
  return (
    <DetailPage
      back={{ to: SESSIONS, title: '砍价列表' }}
      head={{
        title: `砍价 ${id}`,
        below: data && (
          <>
            <StateTag of="bargain" value={sessionState(data)} big />
            <span>{sessionStory(data)}</span>
            <span>
              <CustomerLink uid={data.uid} nickname={data.nickname} /> <When at={data.createTime} /> 发起
            </span>
          </>
        ),
        acts: data?.status === 1 && <CopyInvitation to={invitationTo(data)} />,
      }}
      strip={data && <FactStrip items={figuresOf(data)} />}
      side={data && <SessionSide of={data} />}
    >
      {data ? (
        mayRead && <SessionCuts id={id} of={data} />
      ) : (
        <Section title="一刀一刀">
          {error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active />}
        </Section>
      )}
    </DetailPage>
  )
}
