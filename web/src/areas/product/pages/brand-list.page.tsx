import { type Brand, BrandDraft, brand } from '@zhanggui/contract/product/brand.ts'
import { Switch, Tag } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { ProductCount } from '../components/list/product-count.tsx'
import { ShownSelect } from '../components/shown-select.tsx'

export default function BrandListPage() {
  return (
    <ListPage
      list={useList(brand.list)}
      purpose="商品的品牌，买家可以按它找"
      filters={[
        { name: 'keywords', label: '品牌名称' },
        { name: 'isShow', label: '显示状态', control: <ShownSelect /> },
      ]}
      columns={[
        { name: 'id', title: 'ID', width: 80 },
        {
          name: 'logo',
          card: 'picture',
          title: '标志',
          width: 80,
          align: 'center',
          render: ({ name, logo }) => logo && <Picture src={logo} alt={`${name}的标志`} />,
        },
        { name: 'name', title: '品牌名称', minWidth: 160, card: 'title' },
        { name: 'initial', title: '首字母', width: 80, align: 'center', render: ({ initial }) => <Tag>{initial}</Tag> },
        {
          name: 'productCount',
          title: '商品数',
          width: 90,
          align: 'end',
          render: ({ id, name, productCount }) => (
            <ProductCount of={`品牌「${name}」`} count={productCount} filter={`brandId=${id}`} />
          ),
        },
        { name: 'sort', title: '排序', width: 80 },
        {
          name: 'isShow',
          title: '显示',
          width: 100,
          render: ({ id, version, name, isShow }) => (
            <StatusSwitch
              name={`品牌「${name}」`}
              checked={isShow}
              route={brand.update}
              body={(shown) => ({ id, version, name, isShow: shown })}
              texts={['显示', '隐藏']}
            />
          ),
        },
        { name: 'createTime', title: '创建时间', width: 170, hidden: true },
      ]}
      add={brand.save}
      addText="添加品牌"
      edit={brand.update}
      remove={brand.remove}
      dialog={(row, close) => <BrandDialog row={row} onClose={close} />}
    />
  )
}

function BrandDialog({ row, onClose }: { row?: Brand; onClose: () => void }) {
  return (
    <FormDialog
      name="品牌"
      add={brand.save}
      edit={brand.update}
      row={row}
      initial={{ sort: 0, isShow: true }}
      toBody={(typed) => ({ ...typed, logo: typed.logo ?? '' })}
      onClose={onClose}
    >
      <Field of={BrandDraft} name="name" />
      <Field of={BrandDraft} name="logo" extra="建议尺寸：180×180">
        <MaterialPicker size={88} />
      </Field>
      <Field of={BrandDraft} name="sort" extra="数字越大越靠前" />
      <Field of={BrandDraft} name="isShow">
        <Switch checkedChildren="显示" unCheckedChildren="隐藏" />
      </Field>
    </FormDialog>
  )
}
