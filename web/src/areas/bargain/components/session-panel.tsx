import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { type BargainSession, bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { Link } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { activityAddress } from '../../../kit/activity/activity-address.ts'
import { CopyInvitation } from '../../../kit/activity/copy-invitation.tsx'
import { FactStrip } from '../../../kit/detail/fact-strip.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { invitationTo, sessionAddress } from '../model/bargain-words.ts'
import { ownerOf, sessionState, sessionStory } from '../model/session-words.ts'
import styles from './bargain.module.css'
import { OrderLink } from './order-link.tsx'
import { figuresOf, SessionCuts } from './session-cuts.tsx'

type SessionPanelProps = {
  id: number
  /** As the list has it; undefined of one that is not in it. */
  of: BargainSession | undefined
  onClose: () => void
}

/** A session beside the list: how far its price fell, cut by cut, and who cut it. */
export function SessionPanel({ id, of, onClose }: SessionPanelProps) {
  const mayRead = useCan(bargainSession.helps)
  return (
    <SidePanel title={`砍价 ${id}`} width={760} onClose={onClose}>
      <div className={styles.panel}>
        {of && <Head of={of} />}
        {of && <FactStrip items={figuresOf(of)} />}
        {mayRead && <SessionCuts id={id} of={of} />}
        <span className={styles.links}>
          {of?.status === 1 && <CopyInvitation to={invitationTo(of)} />}
          <Link to={sessionAddress(id)}>打开整页</Link>
        </span>
      </div>
    </SidePanel>
  )
}

function Head({ of }: { of: BargainSession }) {
  const mayOpen = useCan(bargain.list)
  return (
    <>
      <div className={styles.head}>
        <StateTag of="bargain" value={sessionState(of)} big />
        <span>{sessionStory(of)}</span>
        <span className={styles.dim}>
          {ownerOf(of)} <When at={of.createTime} /> 发起
        </span>
        {of.orderNo && (
          <span className={styles.dim}>
            订单 <OrderLink of={of} />
          </span>
        )}
      </div>
      <span className={styles.buyer}>
        <Picture src={of.image} alt={of.title} size={40} />
        <TwoLine
          top={mayOpen ? <Link to={activityAddress(2, of.bargainId)}>{of.title}</Link> : of.title}
          below={`从 ${moneyText(of.price)} 砍到 ${moneyText(of.minPrice)}`}
        />
      </span>
    </>
  )
}
