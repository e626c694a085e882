import { frontAgreement } from '@zhanggui/contract/decor/agreement.ts'
import { customerCentre, type OwnAccount } from '@zhanggui/contract/user/customer-centre.ts'
import { frontAccount } from '@zhanggui/contract/user/front-sign-in.ts'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { setToken } from '../../api/token.ts'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { Face } from '../../parts/face.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { sendPicture } from '../../parts/typed/photos.tsx'
import { Question } from '../../parts/typed/question.tsx'
import styles from './profile.module.css'
import { EndSheet, NameSheet, PasswordSheet, PhoneSheet } from './profile-sheets.tsx'

/** Who the buyer is for the shop, and the way out. */
export default function ProfileScreen() {
  const account = useRead(customerCentre.account)
  return (
    <Screen title="个人资料">
      <Loaded of={account} skeleton={<ProfileBones />}>
        {(data) => <Profile account={data} />}
      </Loaded>
    </Screen>
  )
}

type Open = 'name' | 'phone' | 'password' | 'out' | 'end'

function Profile({ account: { nickname, avatar, phone, uid, isClerk } }: { account: OwnAccount }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const leave = () => {
    setToken(undefined)
    go('/', { replace: true })
  }
  const leaving = useWrite(frontAccount.logout, {
    done: leave,
    // The session had ended before: the buyer is out as well.
    failed: ({ status }) => {
      if (status !== 401) return false
      leave()
      return true
    },
  })
  return (
    <>
      <Card>
        <Cell name="头像">
          <Avatar nickname={nickname} avatar={avatar} />
        </Cell>
        <Cell name="昵称" onOpen={() => setOpen('name')}>
          {nickname}
        </Cell>
        <Cell name="编号">{uid}</Cell>
      </Card>
      <Card>
        <Cell name="手机号" onOpen={() => setOpen('phone')}>
          {phone || '未绑定'}
        </Cell>
        <Cell name="登录密码" onOpen={phone ? () => setOpen('password') : () => toast('请先绑定手机号')}>
          设置或修改
        </Cell>
        <Cell name="收货地址" onOpen={() => go('/addresses')}>
          管理
        </Cell>
        {isClerk && (
          <Cell name="门店核销" onOpen={() => go('/staff')}>
            店员入口
          </Cell>
        )}
      </Card>
      <Agreements />
      <div className={styles.out}>
        <Button kind="line" onClick={() => setOpen('out')}>
          退出登录
        </Button>
        <button type="button" className={styles.end} onClick={() => setOpen('end')}>
          注销账号
        </button>
      </div>
      {open === 'name' && <NameSheet nickname={nickname} onClose={close} />}
      {open === 'phone' && <PhoneSheet hasPhone={phone !== ''} onClose={close} />}
      {open === 'password' && <PasswordSheet onClose={close} />}
      {open === 'end' && <EndSheet hasPhone={phone !== ''} onClose={close} />}
      {open === 'out' && (
        <Question title="退出登录" text="退出后购物车和订单都还在，下次登录就能看到。" onClose={close}>
          <Button isWide isBusy={leaving.isSending} onClick={() => leaving.send()}>
            退出
          </Button>
        </Question>
      )}
    </>
  )
}

/** What the shop has published of its agreements. */
function Agreements() {
  const { data } = useRead(frontAgreement.list)
  if (!data?.list.length) return null
  return (
    <Card>
      {data.list.map(({ key, title }) => (
        <Cell key={key} name={title} onOpen={() => go(`/agreement/${key}`)} />
      ))}
    </Card>
  )
}

function Avatar({ nickname, avatar }: { nickname: string; avatar: string }) {
  const [isSending, setSending] = useState(false)
  const editing = useWrite(frontAccount.edit, {
    done: ({ held }) => toast(held.length ? '头像已提交，审核后显示' : '头像已换'),
  })
  const change = async (file: File | undefined) => {
    if (!file) return
    setSending(true)
    const url = await sendPicture(file)
    if (url) await editing.send({ body: { avatar: url } })
    setSending(false)
  }
  return (
    <label className={styles.avatar} aria-busy={isSending}>
      <Face nickname={nickname} avatar={avatar} size={56} />
      <input
        type="file"
        accept="image/*"
        aria-label="换头像"
        disabled={isSending}
        onChange={({ target }) => {
          void change(target.files?.[0])
          target.value = ''
        }}
      />
    </label>
  )
}

function ProfileBones() {
  return (
    <div className="coming">
      <Bone height={160} radius={12} />
      <Bone height={140} radius={12} />
      <Bone height={44} radius={22} />
    </div>
  )
}
