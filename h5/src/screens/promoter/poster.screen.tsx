import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { BASE } from '../../go/go.ts'
import { Card } from '../../parts/card.tsx'
import { copyText } from '../../parts/copy-no.tsx'
import { Face } from '../../parts/face.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Sharing } from '../../sheets/share/sharing.tsx'
import styles from './promoter.module.css'

/** The link by which others come to the shop for the promoter. */
export default function PosterScreen() {
  const account = useRead(customerCentre.account)
  const site = useSite()
  return (
    <Screen title="推广链接" isTinted>
      <Loaded
        of={account}
        skeleton={
          <div className="coming">
            <Bone height={220} radius={12} />
          </div>
        }
      >
        {({ uid, nickname, avatar, isPromoter }) => {
          const address = `${window.location.origin}${BASE}?spread=${uid}`
          return (
            <Card>
              <div className={styles.poster}>
                <Face nickname={nickname} avatar={avatar} size={56} />
                <b>{isPromoter ? `${nickname} 邀你来${site?.siteName ?? '逛逛'}` : '你还不是推广员'}</b>
                {isPromoter ? (
                  <>
                    <code>{address}</code>
                    <Button onClick={() => void copyText(address)}>复制链接</Button>
                    <Sharing of={{ title: `${nickname} 邀你来逛逛`, address: '', picture: site?.share.image ?? '' }}>
                      {(open) => (
                        <Button kind="line" onClick={open}>
                          分享海报
                        </Button>
                      )}
                    </Sharing>
                    <span>朋友通过链接来到本店并登录，就是你推广的人。</span>
                  </>
                ) : (
                  <Button to="/promoter">怎么成为推广员</Button>
                )}
              </div>
            </Card>
          )
        }}
      </Loaded>
    </Screen>
  )
}
