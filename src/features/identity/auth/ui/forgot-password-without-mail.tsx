import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import styles from './auth-page.module.css';
import resetStyles from './password-reset.module.css';

/** Says whom to ask for a new password where no link can be sent. */
export function ForgotPasswordWithoutMail() {
  return (
    <AuthLayout title="It happens." text="Someone can help you back in.">
      <section className={styles.card} aria-labelledby="forgot-title">
        <h1 id="forgot-title">Lost your password?</h1>
        <p className={styles.lead}>
          This site can’t send emails right now, so it can’t send you a link. Ask whoever created
          your account, or <a href="/contact">contact us</a> and say how we can reach you.
        </p>
        <p className={resetStyles.back}>
          <a href="/auth" className="touch-target">
            Back to sign in
          </a>
        </p>
      </section>
    </AuthLayout>
  );
}
