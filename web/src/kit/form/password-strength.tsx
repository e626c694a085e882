import { passwordStrength } from '@zhanggui/domain/staff/password-policy.ts'
import styles from './password-strength.module.css'

const words = ['很弱', '弱', '一般', '强', '很强'] as const

/** The strength bar beside a new password; the policy alone decides what is accepted. */
export function PasswordStrength({ password }: { password: string }) {
  if (!password) return null
  const strength = passwordStrength(password)
  return (
    <div className={styles.strength} data-strength={strength}>
      <meter className={styles.meter} min={0} max={4} value={strength} aria-label="密码强度" />
      <div className={styles.bar} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={step <= Math.max(strength, 1)} />
        ))}
      </div>
      <span>密码强度：{words[strength]}</span>
    </div>
  )
}
