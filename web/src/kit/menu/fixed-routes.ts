import type { RouteSource } from './route-records.ts'

/** The routes that exist independently of the server menu, in menu order. */
export const fixedRoutes: readonly RouteSource[] = [
  { path: '/login', name: 'Login', component: 'shell/login', hidden: true, meta: { title: '登录', noCache: true } },
  { path: '/setup', name: 'Setup', component: 'shell/setup', hidden: true, meta: { title: '初始化', noCache: true } },
  {
    path: '/redirect',
    component: 'Layout',
    hidden: true,
    children: [{ path: ':path*', name: 'Redirect', component: 'shell/redirect', meta: { noCache: true } }],
  },
  // Inside the frame, so that the menu stays.
  {
    path: '/404',
    component: 'Layout',
    hidden: true,
    children: [{ path: '', name: 'Page404', component: 'shell/404', meta: { title: '404', noCache: true } }],
  },
  {
    path: '/401',
    component: 'Layout',
    hidden: true,
    children: [{ path: '', name: 'Page401', component: 'shell/401', meta: { title: '401', noCache: true } }],
  },
  {
    path: '/',
    component: 'Layout',
    redirect: '/dashboard',
    children: [
      {
        path: 'dashboard',
        name: 'Dashboard',
        component: 'dashboard/home',
        meta: { title: '首页', icon: 'index', noCache: true, affix: true },
      },
    ],
  },
  {
    path: '/user',
    component: 'Layout',
    hidden: true,
    redirect: 'noredirect',
    children: [
      {
        path: 'center',
        name: 'UserCenter',
        component: 'staff/user-center',
        hidden: true,
        meta: { title: '个人中心', noCache: false },
      },
    ],
  },
  {
    path: '/yshop/materia/index',
    name: 'images',
    component: 'decor/material-popup',
    hidden: true,
    meta: { title: '上传图片', noCache: true },
  },
]
