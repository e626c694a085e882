import { frontMessage, type OwnMessage } from '@zhanggui/contract/wechat/front-message.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { Card } from '../../parts/card.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './messages.module.css'

/** What the shop told the buyer, newest first; a touch reads one and leads to what it is about. */
export default function MessagesScreen() {
  const messages = useEndless(frontMessage.list, { query: {} })
  const { data } = useRead(frontMessage.count)
  const unread = data?.unread ?? 0
  const readAll = useWrite(frontMessage.read, { done: () => toast('已全部标为已读') })
  const readOne = useWrite(frontMessage.read)
  const open = ({ id, isRead, link }: OwnMessage) => {
    if (!isRead) readOne.send({ body: { ids: [id] } })
    go(link)
  }
  return (
    <Screen
      title={unread ? `消息（${unread} 条未读）` : '消息'}
      right={
        unread > 0 && (
          <button type="button" className={styles.all} onClick={() => readAll.send({ body: {} })}>
            全部已读
          </button>
        )
      }
    >
      <Rows
        of={messages}
        skeleton={<CardBones height={88} count={5} />}
        empty={
          <Empty icon="bell" text="还没有消息，付款、发货时会告诉您">
            <Button to="/">去逛逛</Button>
          </Empty>
        }
      >
        {(list) => (
          <Card>
            {list.map((message) => (
              <button key={message.id} type="button" className={styles.message} onClick={() => open(message)}>
                <span className={styles.head}>
                  <span className={message.isRead ? styles.title : `${styles.title} ${styles.unread}`}>
                    {message.title}
                  </span>
                  <time>{message.createTime.slice(5, 16)}</time>
                </span>
                <span className={styles.text}>{message.content}</span>
              </button>
            ))}
          </Card>
        )}
      </Rows>
    </Screen>
  )
}
