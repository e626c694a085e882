import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { MAX_PARAMS } from '@zhanggui/domain/product/param-template.ts'
import { Button, Flex, Form, Input } from 'antd'

/** The form field `params`: a product's parameters, one per row, such as 产地, 新疆. */
export function ParamEditor({ extra }: { extra?: string }) {
  return (
    <Form.List name="params">
      {(rows, { add, remove }) => (
        <Form.Item label="参数" required extra={extra}>
          <Flex vertical gap={8}>
            {rows.map(({ key, name }, at) => (
              <Flex key={key} gap={8}>
                <Form.Item noStyle name={[name, 'name']}>
                  <Input
                    aria-label={`参数名${at + 1}`}
                    placeholder="参数名，如 产地"
                    maxLength={32}
                    style={{ flex: '0 1 36%' }}
                  />
                </Form.Item>
                <Form.Item noStyle name={[name, 'value']}>
                  <Input aria-label={`参数值${at + 1}`} placeholder="参数值，可到商品里再填" maxLength={128} />
                </Form.Item>
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除参数${at + 1}`}
                  onClick={() => remove(name)}
                />
              </Flex>
            ))}
            {rows.length < MAX_PARAMS && (
              <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({ name: '', value: '' })}>
                添加参数
              </Button>
            )}
          </Flex>
        </Form.Item>
      )}
    </Form.List>
  )
}
