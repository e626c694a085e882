import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { TOTP, Secret } from 'otpauth'
const base='http://localhost:4877'
const pw=readFileSync('/tmp/mfa/data-demo/demo-password','utf8').trim()
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const p=await b.newPage({viewport:{width:1440,height:900}})
const errs=[]; p.on('console',m=>{if(m.type()==='error')errs.push(m.text())})
const shot=async n=>{await p.waitForTimeout(700);await p.screenshot({path:`/tmp/mfa-${n}.png`})}
const login=async()=>{await p.goto(base+'/login');await p.getByLabel('账号').fill('manager');await p.getByLabel('密码',{exact:true}).fill(pw);await p.getByLabel('验证码',{exact:true}).fill('7');await p.getByRole('button',{name:/登/}).click()}
await p.goto(base+'/login');await p.getByLabel('账号').fill('admin');await p.getByLabel('密码',{exact:true}).fill(pw);await p.getByLabel('验证码',{exact:true}).fill('7');await p.getByRole('button',{name:/登/}).click()
await p.waitForURL(/dashboard/,{timeout:60000})
await p.goto(base+'/system-tools/email');await p.getByText('邮件服务器').first().waitFor();await p.getByLabel('SMTP 服务器').fill('smtp.example.com');await p.getByLabel('邮箱账号').fill('shop@example.com');await p.getByRole('button',{name:/^保\s*存$/}).click();await shot('email')
await p.goto(base+'/system/sms');await p.getByText('短信模板').first().waitFor();await shot('sms')
await p.getByRole('button',{name:/新增/}).click();await shot('sms-add')
await p.keyboard.press('Escape')
await p.goto(base+'/user/center?tab=mfa');await p.getByRole('button',{name:'开启两步验证'}).click();await p.getByAltText('两步验证二维码').waitFor();await shot('setup')
const secret=(await p.locator('code').first().innerText()).replace(/\s/g,'')
const totp=new TOTP({secret:Secret.fromBase32(secret)})
await p.getByLabel('验证码').fill(totp.generate());await p.getByRole('button',{name:'确认开启'}).click();await p.getByText('请保存恢复码').waitFor();await shot('codes')
await p.getByRole('button',{name:'我已保存'}).click();await shot('on')
await p.setViewportSize({width:390,height:844});await shot('on-390')
await p.goto(base+'/user/center?tab=email');await shot('mail-390')
await p.goto(base+'/system/sms');await shot('sms-390')
await p.context().clearCookies()
await p.goto(base+'/login');await p.getByRole('button',{name:'忘记密码'}).waitFor();await shot('login-390')
await p.getByLabel('账号').fill('admin');await p.getByLabel('密码',{exact:true}).fill(pw);await p.getByLabel('验证码',{exact:true}).fill('7');await p.getByRole('button',{name:/登/}).click()
await p.getByLabel('动态验证码').waitFor();await shot('factor-390')
await p.setViewportSize({width:1440,height:900});await shot('factor')
await p.goto(base+'/login');await p.getByRole('button',{name:'忘记密码'}).click();await p.getByLabel('账号绑定的邮箱').waitFor();await shot('forgot')
await p.goto(base+'/login?reset=abc');await p.getByLabel('新密码').waitFor();await shot('reset')
console.log(errs.slice(0,10).join('\n'))
await b.close()
