import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useSearchParams } from 'wouter'
import { goBack } from '../../go/go.ts'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './web.module.css'

/** A web address, and nothing that a browser would run. */
function readAddress(text: string | null): URL | undefined {
  const address = text ? URL.parse(text) : null
  return address && (address.protocol === 'https:' || address.protocol === 'http:') ? address : undefined
}

/** An address that is not the shop's: says where it leads, and asks first. */
export default function WebScreen() {
  const [search] = useSearchParams()
  const address = readAddress(search.get('url'))
  return (
    <Screen title="离开本店">
      {address ? (
        <div className={styles.web}>
          <h2>要打开别的网站吗？</h2>
          <p>
            这个链接通向 <span className={styles.host}>{address.host}</span>
            ，不属于本店。请不要在那里填写本店的密码和验证码。
          </p>
          {address.protocol === 'http:' && <p>这个网站没有加密，传输的内容可能被别人看到。</p>}
          <p className={styles.whole}>{address.href}</p>
          <div className={styles.acts}>
            <Button kind="line" isWide onClick={goBack}>
              不去了
            </Button>
            <Button isWide onClick={() => window.location.assign(address.href)}>
              继续打开
            </Button>
          </div>
        </div>
      ) : (
        <Empty text="链接不对，打不开">
          <Button to="/">去首页</Button>
        </Empty>
      )}
    </Screen>
  )
}
