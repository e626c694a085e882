import { useQuery } from '@tanstack/react-query'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { type Store, StoreDraft, store } from '@zhanggui/contract/store/store.ts'
import { Input } from 'antd'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { RightSwitch } from '../../../kit/form/right-switch.tsx'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { AreaCascader, AreaName } from '../../setting/shared/area-cascader.tsx'
import { storeHelp } from '../field-help.ts'
import { DayRange, HourRange } from './hours.tsx'
import styles from './store-dialog.module.css'

const WIDTH = 750

/** Adds or edits a store. */
export function StoreDialog({ row, onClose }: { row?: Store | undefined; onClose: () => void }) {
  return (
    <FormDialog
      name="门店"
      title={row ? '修改门店' : '添加门店'}
      width={WIDTH}
      add={store.save}
      edit={store.update}
      row={row}
      initial={{ isShow: true, sort: 0 }}
      describe={{
        cityIds: (path) => <AreaName path={path as number[] | undefined} />,
        validTime: pairText,
        dayTime: pairText,
        isShow: (shown) => (shown ? '显示' : '隐藏'),
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Field of={StoreDraft} name="name" />
        <Field of={StoreDraft} name="phone" />
        <Field of={StoreDraft} name="introduction" className={styles.whole} />
        <Field of={StoreDraft} name="cityIds">
          <AreaCascader />
        </Field>
        <Field of={StoreDraft} name="detailedAddress">
          <Input maxLength={255} allowClear placeholder="街道、门牌号" />
        </Field>
        <Field of={StoreDraft} name="latitude" hint={storeHelp.latitude} />
        <Field of={StoreDraft} name="longitude" extra={<LongitudeHelp />} />
        <Field of={StoreDraft} name="dayTime" hint={storeHelp.dayTime}>
          <HourRange />
        </Field>
        <Field of={StoreDraft} name="validTime" hint={storeHelp.validTime}>
          <DayRange />
        </Field>
        <Field of={StoreDraft} name="image">
          <MaterialPicker size={88} />
        </Field>
        <div>
          <Field of={StoreDraft} name="sort" extra="数字越大越靠前" />
          <Field of={StoreDraft} name="isShow" extra="隐藏后买家看不到，待核销的订单仍可核销">
            <RightSwitch of={store.show} row={row} checkedChildren="显示" unCheckedChildren="隐藏" />
          </Field>
        </div>
      </div>
    </FormDialog>
  )
}

/** An example and, as long as there is no key of the map, the way to enter it. */
function LongitudeHelp() {
  const { data } = useQuery(read(setting.client))
  const allowed = useCan(setting.groups)
  return (
    <>
      如 116.397470 {data && !data.mapKey && allowed && <Link to="/system/setting?group=logistics">配置地图密钥</Link>}
    </>
  )
}

function pairText(pair: unknown): string {
  return Array.isArray(pair) ? pair.join(' 至 ') : '未填写'
}
