import type { LoadedPreOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontStore } from '@zhanggui/contract/store/front-store.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { AddressSheet, placeOf } from '../../sheets/address/address-sheet.tsx'
import styles from './delivery.module.css'
import type { Choices } from './use-choices.ts'

type Given = { checkout: LoadedPreOrder; choices: Choices; onChoose: (some: Partial<Choices>) => void }

/** Where the goods go: to an address, or to a store where they are picked up. */
export function Delivery({ checkout, choices, onChoose }: Given) {
  const { shippingType } = choices
  return (
    <>
      {checkout.storeSelfMention && (
        <div className={styles.ways} role="tablist" aria-label="配送方式">
          {([1, 2] as const).map((way) => (
            <button
              key={way}
              type="button"
              role="tab"
              aria-selected={way === shippingType}
              onClick={() => onChoose({ shippingType: way })}
            >
              {way === 1 ? '快递' : '到店自提'}
            </button>
          ))}
        </div>
      )}
      {shippingType === 1 ? (
        <Receiver addressId={choices.addressId} onChoose={(addressId) => onChoose({ addressId })} />
      ) : (
        <PickUp choices={choices} onChoose={onChoose} />
      )}
    </>
  )
}

function Receiver({ addressId, onChoose }: { addressId: number | undefined; onChoose: (id: number) => void }) {
  const { data } = useRead(buyerAddress.list, { query: { page: 1, limit: 20 } })
  const [isOpen, setOpen] = useState(false)
  const address = data?.list.find(({ id }) => id === addressId)
  return (
    <Card>
      <button type="button" className={styles.receiver} onClick={() => setOpen(true)}>
        <span className={styles.pin}>
          <Icon name="pin" size={20} />
        </span>
        <span className={styles.words}>
          {address ? (
            <>
              <b>
                {address.realName}　{address.phone}
              </b>
              <span>{placeOf(address)}</span>
            </>
          ) : addressId && !data ? (
            <Bone height={20} width="60%" />
          ) : (
            <b>添加收货地址</b>
          )}
        </span>
        <Icon name="more" size={14} />
      </button>
      {isOpen && (
        <AddressSheet
          chosen={addressId}
          onChoose={(id) => {
            onChoose(id)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

function PickUp({ choices: { storeId, realName, phone }, onChoose }: Omit<Given, 'checkout'>) {
  const stores = useRead(frontStore.list, { body: { page: 1, limit: 50 } })
  const [isOpen, setOpen] = useState(false)
  const store = stores.data?.list.find(({ id }) => id === storeId)
  return (
    <Card>
      <Cell name="门店" onOpen={() => setOpen(true)}>
        {store ? `${store.name}　${store.address}` : '请选择提货门店'}
      </Cell>
      <Field label="提货人" maxLength={32} value={realName} onChange={(value) => onChoose({ realName: value })} />
      <Field
        label="手机号"
        type="tel"
        maxLength={20}
        value={phone}
        onChange={(value) => onChoose({ phone: value.replace(/\s/g, '') })}
      />
      {isOpen && (
        <Sheet title="选择门店" onClose={() => setOpen(false)}>
          <Loaded of={stores} skeleton={<Bone height={120} radius={12} />}>
            {({ list }) =>
              list.map(({ id, name, address, dayTime }) => (
                <button
                  key={id}
                  type="button"
                  className={styles.store}
                  aria-pressed={id === storeId}
                  onClick={() => {
                    onChoose({ storeId: id })
                    setOpen(false)
                  }}
                >
                  <b>{name}</b>
                  <span>{address}</span>
                  {dayTime && <span>营业时间 {dayTime.join(' - ')}</span>}
                </button>
              ))
            }
          </Loaded>
        </Sheet>
      )}
    </Card>
  )
}
