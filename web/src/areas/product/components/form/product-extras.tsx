import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { ProductDraft, type ProductInfo, product } from '@zhanggui/contract/product/product.ts'
import {
  limitTypeNames,
  limitTypes,
  recommendFlags,
  type SaleType,
  saleNames,
  saleTypes,
  visibilities,
  visibilityNames,
} from '@zhanggui/domain/product/product.ts'
import { productFields } from '@zhanggui/domain/product/product-fields.ts'
import { Checkbox, Form, Input, Radio } from 'antd'
import { useCan } from '../../../../kit/access/can.tsx'
import { CouponSelect } from '../../../../kit/coupon/coupon-select.tsx'
import { WireTimePicker } from '../../../../kit/form/dates/wire-time-picker.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { PlainFields } from '../../../../kit/form/plain-fields.tsx'
import { MaterialPicker } from '../../../../kit/media/material-picker.tsx'
import { extrasHelp } from '../../field-help.ts'
import styles from './product-form.module.css'

const limits = limitTypes.map((value) => ({ value, label: limitTypeNames[value] }))
const audiences = visibilities.map((value) => ({ value, label: visibilityNames[value] }))

/** Step 4 of the product form, 其他设置. */
export function ProductExtras({ info }: { info?: ProductInfo | undefined }) {
  const mayChooseCoupons = useCan(coupon.sendList)
  const [mayShelve, mayTakeOff] = [useCan(product.putOnShelf), useCan(product.takeOffShelf)]
  return (
    <div className={styles.grid}>
      <h2 className={styles.heading}>展示与推荐</h2>
      <Field of={ProductDraft} name="sort" extra="数字越大越靠前" />
      <Field of={ProductDraft} name="ficti" extra="买家看到的销量 = 真实销量 + 虚拟销量" />
      <Field of={ProductDraft} name="giveIntegral" hint={extrasHelp.giveIntegral} />
      <PlainFields of={ProductDraft} list={productFields} step={4} />
      {mayChooseCoupons && (
        <Field
          of={ProductDraft}
          name="couponIds"
          label="赠送优惠券"
          extra="买家付款后到账；只有领取方式为「赠送券」的优惠券"
          className={styles.wide}
        >
          <CouponSelect type={3} mode="multiple" known={info?.coupons ?? []} />
        </Field>
      )}
      <Form.Item name="flags" label="商品推荐" className={styles.wide}>
        <Checkbox.Group options={Object.entries(recommendFlags).map(([value, { label }]) => ({ value, label }))} />
      </Form.Item>
      <Field of={ProductDraft} name="activity" className={styles.wide} extra="拖动排序，靠前的活动优先展示">
        <ActivityOrder />
      </Field>
      <Field of={ProductDraft} name="visibility" className={styles.wide}>
        <Radio.Group options={audiences} />
      </Field>
      <h2 className={styles.heading}>购买规则</h2>
      <Field of={ProductDraft} name="minQty" />
      <Field of={ProductDraft} name="limitType">
        <Radio.Group options={limits} />
      </Field>
      <Form.Item noStyle dependencies={['limitType']}>
        {({ getFieldValue }) =>
          getFieldValue('limitType') > 0 && (
            <Field of={ProductDraft} name="limitNum" rules={[{ required: true, message: '请输入限购数量' }]} />
          )
        }
      </Form.Item>
      <Field of={ProductDraft} name="alertStock" hint={extrasHelp.alertStock} />
      <h2 className={styles.heading}>定时上下架</h2>
      <Field of={ProductDraft} name="autoOnTime">
        <WireTimePicker disabled={!mayShelve} />
      </Field>
      <Field
        of={ProductDraft}
        name="autoOffTime"
        dependencies={['autoOnTime']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, value) => {
              const from = getFieldValue('autoOnTime')
              if (value && from && value <= from) throw new Error('定时下架时间须晚于定时上架时间')
            },
          }),
        ]}
      >
        <WireTimePicker disabled={!mayTakeOff} />
      </Field>
      <h2 className={styles.heading}>分享与备注</h2>
      <Field of={ProductDraft} name="shareTitle" />
      <Field of={ProductDraft} name="shareImage">
        <MaterialPicker size={104} />
      </Field>
      <Field of={ProductDraft} name="remark" className={styles.wide} extra="只有员工可见">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </div>
  )
}

type OrderProps = {
  value?: SaleType[]
  onChange?: (order: SaleType[]) => void
}

/** 活动优先级: the order in which kinds of activity are shown, changed by dragging. */
function ActivityOrder({ value = [...saleTypes], onChange }: OrderProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  // The library treats 0 as a missing id.
  const ids = value.map(String)

  function handleMoved({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id)
      onChange?.(arrayMove(value, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
  }

  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={handleMoved}>
      <SortableContext items={ids} strategy={horizontalListSortingStrategy}>
        <ul className={styles.order}>
          {value.map((type) => (
            <Activity key={type} type={type} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function Activity({ type }: { type: SaleType }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: String(type) })
  return (
    <li ref={setNodeRef} style={{ transform: CSS.Translate.toString(transform), transition }}>
      <button type="button" className={styles.orderItem} {...attributes} {...listeners}>
        <HolderOutlined aria-hidden />
        {saleNames[type]}
      </button>
    </li>
  )
}
