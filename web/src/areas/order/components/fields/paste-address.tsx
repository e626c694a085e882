import { parseAddress } from '@zhanggui/domain/order/address.ts'
import { Form, Input } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRegions } from '../../../setting/shared/area-cascader.tsx'
import styles from '../dialogs/dialogs.module.css'

type Props = {
  /** What the form calls the phone. */
  phoneName?: string
  autoFocus?: boolean
  /** Fields were filled, which a form does not say by itself. @param phone '' where none was sure */
  onFill?: (phone: string) => void
}

/**
 * Fills the fields of a receiver from an address pasted as one text; what is not sure is left to staff. The form has realName,
 * cityId (a path), detail and the phone.
 */
export function PasteAddress({ phoneName = 'userPhone', autoFocus = false, onFill }: Props) {
  const form = Form.useFormInstance()
  const regions = useRegions()
  const [missing, setMissing] = useState<readonly string[]>()
  /** What was pasted before the regions had come. */
  const early = useRef('')
  function take(text: string) {
    early.current = regions.length ? '' : text
    if (!text.trim()) return setMissing(undefined)
    const { name, phone, area, isWhole, detail } = parseAddress(text, regions)
    const found = { realName: name, [phoneName]: phone, cityId: area.length ? area : undefined, detail }
    // The name and the phone of before may stay; half of an old address with half of a new one is nobody's.
    const isNew = (field: string) => (field === 'cityId' || field === 'detail') && !form.isFieldTouched(field)
    const taken = Object.entries(found).filter(([field, value]) => value || (isNew(field) && (area.length || detail)))
    form.setFieldsValue(Object.fromEntries(taken))
    const lacks = (field: string) => !form.getFieldValue(field)
    const unsure = [
      lacks('realName') && '收货人',
      lacks(phoneName) && '电话',
      !isWhole && (area.length ? '区县' : '地区'),
      !detail && '详细地址',
    ]
    setMissing(unsure.filter((one) => one !== false))
    onFill?.(phone)
  }
  const takeEarly = useEffectEvent(() => early.current && take(early.current))
  const hasRegions = regions.length > 0
  useEffect(() => {
    if (hasRegions) takeEarly()
  }, [hasRegions])
  return (
    <div className={styles.paste}>
      <Input.TextArea
        autoFocus={autoFocus}
        aria-label="粘贴整段地址自动识别"
        placeholder="粘贴整段地址自动识别，如：林知夏 13812346021 上海市徐汇区龙华街道天钥桥路 1 号"
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 4 }}
        onChange={({ target }) => take(target.value)}
      />
      <span className={styles.pasted} role="status">
        {missing && (missing.length ? `已填入；没认准的请补上：${missing.join('、')}` : '已填入，请核对')}
      </span>
    </div>
  )
}
