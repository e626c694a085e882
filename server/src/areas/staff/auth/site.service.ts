import type { Site } from '@zhanggui/contract/staff/auth.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { canMail } from '../../message/mail/mail.service.ts'
import { isSimOpen } from '../../setting/setting/play-money.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { hasAdministrator } from '../set-up/setup.service.ts'

/** The public facts of the shop, for pages before sign-in. */
export async function describeSite(ctx: Ctx): Promise<Site> {
  const values = await getSettings(ctx)
  return {
    siteName: values.site_name,
    logo: values.site_logo_lefttop,
    logoSquare: values.site_logo_square,
    loginLogo: values.site_logo_login,
    loginBackground: values.admin_login_bg_pic,
    showFooter: values.show_footer,
    footerTxt: values.footer_txt,
    caseNumber: values.copyright_icp_number,
    caseUrl: values.copyright_icp_number_url,
    policeNumber: values.copyright_internet_record,
    policeUrl: values.copyright_internet_record_url,
    company: values.copyright_company_name,
    frontDomain: values.site_url,
    mediaDomain: values.localUploadUrl,
    setupRequired: !(await hasAdministrator(ctx)),
    maintenance: values.maintenance_mode,
    resetByEmail: canMail(values),
    wechatFake: ctx.platform.wechat.isFake,
    simPay: await isSimOpen(ctx),
    version: ctx.platform.config.version,
  }
}
