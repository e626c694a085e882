import { frontRegion } from '@zhanggui/contract/setting/region.ts'
import { type Address, buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { keepDraft } from '../../go/drafts.ts'
import { goBack } from '../../go/go.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { Switch } from '../../parts/typed/switch.tsx'
import { CHOSEN_ADDRESS } from '../../sheets/address/chosen-address.ts'
import styles from './address.module.css'
import { Paste } from './paste.tsx'
import { namesOf } from './region-path.ts'
import { RegionSheet } from './region-sheet.tsx'

/** A new address, or one that is changed. */
export default function AddressScreen() {
  const { id } = useParams<{ id?: string }>()
  const address = useRead(buyerAddress.info, { params: { id: Number(id) } }, id !== undefined)
  if (!id) return <AddressForm />
  if (address.data) return <AddressForm before={address.data} />
  return (
    <Screen title="修改地址">
      <Loaded of={address} skeleton={<FormBones />}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

type Typed = { realName: string; phone: string; cityId: number | undefined; detail: string; isDefault: boolean }
const PHONE = /^1[3-9]\d{9}$/

function AddressForm({ before }: { before?: Address }) {
  const [search] = useSearchParams()
  const [typed, setTyped] = useState<Typed>({
    realName: before?.realName ?? '',
    phone: before?.phone ?? '',
    cityId: before?.cityId,
    detail: before?.detail ?? '',
    isDefault: before?.isDefault ?? false,
  })
  const change = (some: Partial<Typed>) => setTyped((now) => ({ ...now, ...some }))
  const [isChecked, setChecked] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const regions = useRead(frontRegion.tree)
  const { realName, phone, cityId, detail, isDefault } = typed
  const faults = {
    realName: realName.trim() ? '' : '请填写收货人',
    phone: PHONE.test(phone) ? '' : '请输入正确的11位手机号',
    cityId: cityId ? '' : '请选择所在地区',
    detail: detail.trim() ? '' : '请填写街道、楼栋和门牌号',
  }
  const { send, isSending } = useWrite(buyerAddress.edit, {
    done: ({ id }) => {
      if (search.get('choose')) keepDraft(CHOSEN_ADDRESS, id)
      toast('地址已保存')
      goBack()
    },
  })
  const save = () => {
    setChecked(true)
    const [fault] = Object.values(faults).filter(Boolean)
    if (fault || !cityId) return toast(fault ?? '')
    void send({ body: { ...(before && { id: before.id }), realName, phone, cityId, detail, isDefault } })
  }
  const fault = (key: keyof typeof faults) => (isChecked && faults[key] ? { fault: faults[key] } : {})
  const place = regions.data && cityId ? namesOf(regions.data, cityId) : []
  return (
    <Screen
      title={before ? '修改地址' : '新增地址'}
      foot={
        <Button isWide isBusy={isSending} onClick={save}>
          保存
        </Button>
      }
    >
      <Card>
        <Field
          label="收货人"
          autoComplete="name"
          maxLength={32}
          value={realName}
          onChange={(value) => change({ realName: value })}
          {...fault('realName')}
        />
        <Field
          label="手机号"
          type="tel"
          autoComplete="tel"
          maxLength={20}
          value={phone}
          onChange={(value) => change({ phone: value.replace(/\s/g, '') })}
          {...fault('phone')}
        />
        <Cell name="所在地区" onOpen={() => setChoosing(true)}>
          <span className={isChecked && faults.cityId ? styles.fault : ''}>
            {place.length ? place.join(' ') : before && cityId === before.cityId ? areaOf(before) : '请选择'}
          </span>
        </Cell>
        <Field
          label="详细地址"
          autoComplete="street-address"
          maxLength={256}
          placeholder="街道、楼栋、门牌号"
          value={detail}
          onChange={(value) => change({ detail: value })}
          {...fault('detail')}
        />
      </Card>
      <Paste onTaken={change} />
      <Card>
        <Cell name="设为默认地址">
          <Switch label="设为默认地址" isOn={isDefault} onTurn={() => change({ isDefault: !isDefault })} />
        </Cell>
      </Card>
      {isChoosing && (
        <RegionSheet
          regions={regions}
          chosen={cityId}
          onChoose={(id) => {
            change({ cityId: id })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Screen>
  )
}

const areaOf = ({ province, city, district }: Address) => [...new Set([province, city, district])].join(' ')

function FormBones() {
  return (
    <div className="coming">
      <Bone height={200} radius={12} />
    </div>
  )
}
