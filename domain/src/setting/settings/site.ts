import { bool, html, image, phone, text, textarea, url } from './field.ts'

export const site = {
  site_name: text('店铺名称', {
    default: '商城管理后台',
    required: true,
    min: 2,
    max: 30,
    help: '显示在浏览器标题和侧边栏',
  }),
  site_logo_lefttop: image('店铺标志', { help: '侧边栏展开时显示在左上角' }),
  consumer_hotline: phone('客服电话'),
  site_url: url('移动端网址', { help: '预览链接和二维码以此为前缀' }),
  api_url: url('管理端接口地址'),
  front_api_url: url('移动端接口地址'),
  site_logo_square: image('方形标志', { help: '侧边栏收起时显示，建议 32×32' }),
  site_logo_login: image('登录页标志'),
  admin_login_bg_pic: image('登录页背景图'),
  show_footer: bool('显示页脚', { default: true }),
  footer_txt: html('页脚文字', { max: 500, help: '可使用链接、加粗等简单 HTML' }),
  copyright_company_name: text('版权公司名称', { max: 100, help: '显示在页脚' }),
  copyright_icp_number: text('备案号', { max: 50, help: '显示在页脚' }),
  copyright_icp_number_url: url('备案号链接', { default: 'https://beian.miit.gov.cn' }),
  copyright_internet_record: text('公安备案号', { max: 50, help: '显示在页脚' }),
  copyright_internet_record_url: url('公安备案号链接'),
  maintenance_mode: bool('维护模式', { help: '开启后买家和员工看到维护说明，只有可修改系统设置的人能继续使用后台' }),
  maintenance_text: textarea('维护说明', { max: 200, visibleIf: { key: 'maintenance_mode', in: [true] } }),
}
