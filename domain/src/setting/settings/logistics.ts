import { bool, int, money, phone, secret, select, text, url } from './field.ts'

const tracking = { key: 'logistics_type', in: [1] }
const waybill = { key: 'config_export_open', in: [true] }

export const logistics = {
  store_free_postage_switch: bool('全场满额包邮'),
  store_free_postage: money('满额包邮金额', {
    default: 0,
    help: '0 表示全部包邮',
    visibleIf: { key: 'store_free_postage_switch', in: [true] },
  }),
  tengxun_map_key: text('腾讯地图密钥', { max: 64, help: '在浏览器中使用，请在腾讯地图后台限制域名' }),
  logistics_type: select('物流查询', [
    [0, '不查询'],
    [1, '物流查询接口'],
  ]),
  system_express_app_code: secret('物流查询密钥', { visibleIf: tracking, help: '查询接口的 AppCode，电子面单也用它' }),
  logistics_base_url: url('物流查询接口地址', {
    isSentKeys: true,
    visibleIf: tracking,
    help: '为空时使用阿里云市场的接口',
  }),
  logistics_track_limit: int('每日物流查询次数', {
    default: 5000,
    max: 100_000,
    visibleIf: tracking,
    help: '每次查询由接口计费，用完后当日不再查询，0 表示不查询',
  }),
  config_export_open: bool('电子面单'),
  config_export_base_url: url('电子面单接口地址', { isSentKeys: true, visibleIf: waybill }),
  config_export_to_name: text('发货人姓名', { max: 30, visibleIf: waybill }),
  config_export_to_tel: phone('发货人电话', { visibleIf: waybill }),
  config_export_to_address: text('发货人地址', { max: 200, visibleIf: waybill }),
  config_export_siid: text('云打印机编号', { max: 64, visibleIf: waybill }),
}
