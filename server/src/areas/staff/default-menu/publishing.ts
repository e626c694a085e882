import { block, directory, page } from './menu-seed.ts'

export const decor = block('design', '装修', { icon: 'theme', sort: 80, area: 'decor', folder: 'decor' }, [
  page('page', '页面装修', 'DecorPageList', 'admin:pagediy:list', {
    buttons: `详情 info, 新增 save, 编辑 update, 改名 updatename, 设为首页 setdefault, 默认页 getdefault, 发布 publish,
      模板 template, 公共模块 block, 删除 delete`,
  }),
  page('editor/:id?', '页面设计器', 'PageDesigner', 'admin:pagediy:info', {
    form: true,
    cache: false,
    hidden: true,
    blank: true,
  }),
  page('layout', '页面设计', 'DecorLayout', 'admin:page:layout:index', {
    buttons: `保存轮播图 index:banner:save, 保存首页菜单 index:menu:save, 保存新闻 index:news:save,
      保存商品板块 index:table:save, 保存个人中心菜单 user:menu:save, 分类页 category:config,
      保存分类页 category:config:save, 底部菜单 bottom:navigation, 保存底部菜单 bottom:navigation:save, 全部保存 save,
      首页列表样式 admin:system:config:home:page:list:style,
      保存首页列表样式 admin:system:config:home:page:list:style:save`,
  }),
  page('theme', '一键换色', 'DecorTheme', 'admin:system:config:change:color:get', {
    cache: false,
    buttons: '保存 save',
  }),
  page('home', '首页配置', 'DecorHome', 'admin:system:group:data:list', {
    buttons: '详情 info, 新增 save, 编辑 update, 删除 delete',
  }),
  page('material', '素材管理', 'MaterialLibrary', 'admin:system:attachment:list', {
    buttons: '详情 info, 新增 save, 编辑 update, 移动 move, 删除 delete',
  }),
])

export const content = block('content', '内容', { icon: 'article', sort: 100, area: 'content', folder: 'content' }, [
  page('article', '文章管理', 'ArticleList', 'admin:article:list', {
    buttons: '详情 info, 新增 save, 编辑 update, 删除 delete',
  }),
  page('edit/:id?', '编辑文章', 'ArticleEdit', 'admin:article:save,admin:article:update', {
    form: true,
    under: '/content/article',
  }),
  page('category', '文章分类', 'ArticleCategoryList', 'admin:category:list', {
    component: 'product/category-list',
    buttons: `树 list:tree, 按ID list:ids, 详情 info, 新增 save, 编辑 update, 状态 update:status, 删除 delete`,
  }),
])

export const channel = block('channel', '渠道', { icon: 'wechat', sort: 110, area: 'channel', folder: 'wechat' }, [
  directory('wechat', '公众号', 'weixin', {}, [
    page('menu', '微信菜单', 'WechatMenu', 'admin:wechat:menu:public:get', {
      cache: false,
      buttons: '发布 create, 删除 delete, 素材 admin:wechat:media:upload',
    }),
    page('reply', '自动回复', 'WechatReply', 'admin:wechat:keywords:reply:list', {
      buttons: `详情 info, 按关键字查询 info:keywords, 新增 save, 编辑 update, 状态 status, 删除 delete,
        素材 admin:wechat:media:upload`,
    }),
    page('template', '模板消息', 'WechatTemplateList', 'admin:wechat:template:list', {
      buttons: '新增 save, 编辑 update, 删除 delete, 同步 admin:wechat:whcbqhn:sync',
    }),
    page('fans', '粉丝管理', 'FanList', 'admin:wechat:user:list', {
      buttons: '详情 admin:wechat:user:detail, 同步、标签与发消息 admin:wechat:user:sync',
    }),
    page('qrcode', '渠道码', 'ChannelCodeList', 'admin:wechat:qrcode:list', {
      buttons: '新增 save, 编辑 update, 删除 delete',
    }),
    page('config', '公众号配置', 'WechatConfig', 'admin:system:config:info', {
      cache: false,
      buttons: 'JS admin:wechat:config',
    }),
  ]),
  directory('routine', '小程序', 'wxapp', {}, [
    page('template', '订阅消息', 'RoutineTemplateList', 'admin:wechat:template:list', {
      buttons: '新增 save, 编辑 update, 删除 delete, 同步 admin:wechat:routine:sync',
    }),
    page('config', '小程序配置', 'RoutineConfig', 'admin:system:config:info', { cache: false }),
    page('code', '小程序码', 'RoutineCode', 'admin:wechat:routine:code', { cache: false }),
    page('content', '内容审核', 'ContentCheckList', 'admin:wechat:content:list', { buttons: '处理 audit' }),
  ]),
])
