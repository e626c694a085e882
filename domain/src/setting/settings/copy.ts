import { secret, select, text, url } from './field.ts'

const remote = { key: 'system_product_copy_type', in: [1, 2] }

export const copy = {
  system_product_copy_type: select('采集方式', [
    [0, '本地采集'],
    [1, '采集服务'],
    [2, '密钥接口'],
  ]),
  copy_provider_url: url('采集服务地址', { isSentKeys: true, visibleIf: remote }),
  copy_provider_app: text('采集应用编号', { max: 64, visibleIf: remote }),
  copy_provider_key: secret('采集密钥', { visibleIf: remote }),
}
