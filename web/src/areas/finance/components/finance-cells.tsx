import { Face } from '../../../kit/media/face.tsx'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import styles from './finance.module.css'

type Customer = { uid: number; nickname: string; avatar: string }

/** Whose money it is. */
export function Buyer({ of: { uid, nickname, avatar } }: { of: Customer }) {
  return (
    <span className={styles.buyer}>
      <Face user={{ id: uid, nickname, realName: '', avatar }} size={28} />
      <TwoLine top={<CustomerLink uid={uid} nickname={nickname} />} below={`UID ${uid}`} />
    </span>
  )
}

/** An amount with its sign; — for none. */
export function Signed({ value }: { value: number }) {
  if (!value) return '—'
  return <span className={value > 0 ? styles.in : styles.out}>{signedText(value)}</span>
}

export const signedText = (value: number) => (value ? `${value > 0 ? '+' : ''}${moneyText(value, false)}` : '—')
