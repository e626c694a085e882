import { frontRegion } from '@zhanggui/contract/setting/region.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useId, useState } from 'react'
import { CallError } from '../../api/call.ts'
import { readOnce } from '../../api/read.ts'
import { Card } from '../../parts/card.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './address.module.css'

type Found = { realName?: string; phone?: string; cityId?: number; detail?: string }
const MAX_TEXT = 500

/** Reads name, phone and place in an address pasted as one text; what is not sure stays as it is. */
export function Paste({ onTaken }: { onTaken: (found: Found) => void }) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const take = async () => {
    setBusy(true)
    try {
      const { found, unsure } = await parse(text)
      onTaken(found)
      toast(unsure.length ? `没认出${unsure.join('、')}，请补上` : '已填好，请核对')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, { label: '再试一次', onAct: () => void take() })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <div className={styles.paste}>
        <label htmlFor={id}>粘贴整段地址</label>
        <textarea
          id={id}
          rows={3}
          maxLength={MAX_TEXT}
          placeholder="如：林知夏 13800138000 上海市徐汇区云锦路500号"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button kind="soft" size={32} isBusy={isBusy} disabled={!text.trim()} onClick={take}>
          识别
        </Button>
      </div>
    </Card>
  )
}

async function parse(text: string): Promise<{ found: Found; unsure: string[] }> {
  // The parser knows all spellings of all places, and most addresses are typed without it.
  const [{ parseAddress }, regions] = await Promise.all([
    import('@zhanggui/domain/order/address.ts'),
    readOnce(frontRegion.tree),
  ])
  const { name, phone, area, isWhole, detail } = parseAddress(text, regions)
  const cityId = isWhole ? area.at(-1) : undefined
  const found = {
    ...(name && { realName: name }),
    ...(phone && { phone }),
    ...(cityId && { cityId }),
    ...(detail && { detail }),
  }
  const wanted = { 收货人: name, 手机号: phone, 所在地区: cityId, 详细地址: detail }
  const unsure = Object.entries(wanted).flatMap(([word, value]) => (value ? [] : [word]))
  return { found, unsure }
}
