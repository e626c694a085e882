import { Field } from '../../parts/typed/field.tsx'
import { SendCode } from '../../sheets/sign-in/send-code.tsx'
import styles from './login.module.css'

type Typed = { phone: string; captcha: string }
type Given = Typed & { hint: string; onChange: (change: Partial<Typed>) => void }

/** A phone, and the code that was sent to it. */
export function PhoneFields({ phone, captcha, hint, onChange }: Given) {
  return (
    <>
      <Field
        label="手机号"
        type="tel"
        autoComplete="tel"
        maxLength={20}
        placeholder="11 位手机号"
        value={phone}
        onChange={(value) => onChange({ phone: value })}
      />
      <Field
        label="验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        placeholder="6 位数字"
        value={captcha}
        onChange={(value) => onChange({ captcha: value })}
      >
        <SendCode phone={phone} />
      </Field>
      <p className={styles.hint}>{hint}</p>
    </>
  )
}
