import './refuse-eval.ts';
import { whenShown } from '#src/ui/elements/when-free.ts';
import { preloadPage } from './preload-page.ts';

/** The forms of the public pages, by the `name` of their `FormRoot`. */
const forms: Record<string, () => Promise<React.ComponentType>> = {
  'sign-in': async () => (await import('#src/features/identity/auth/ui/auth-page.tsx')).AuthPage,
  'fan-sign-up': async () =>
    (await import('#src/features/identity/fan-sign-up/ui/fan-signup-page.tsx')).FanSignupPage,
  'finish-sign-up': async () =>
    (await import('#src/features/identity/fan-sign-up/ui/finish-sign-up-page.tsx'))
      .FinishSignUpPage,
  'forgot-password': async () =>
    (await import('#src/features/identity/auth/ui/forgot-password-page.tsx')).ForgotPasswordPage,
  'reset-password': async () =>
    (await import('#src/features/identity/auth/ui/reset-password-page.tsx')).ResetPasswordPage,
  invitation: async () =>
    (await import('#src/features/identity/auth/ui/reset-password-page.tsx')).InvitationPage,
  'confirm-email': async () =>
    (await import('#src/features/identity/email-addresses/ui/confirm-email-page.tsx'))
      .ConfirmEmailPage,
  'restore-email': async () =>
    (await import('#src/features/identity/email-addresses/ui/restore-email-page.tsx'))
      .RestoreEmailPage,
  'secure-account': async () =>
    (await import('#src/features/identity/auth/ui/secure-account-page.tsx')).SecureAccountPage,
  application: async () =>
    (await import('#src/features/agency/applications/ui/wizard/application-page.tsx'))
      .ApplicationPage,
  'application-status': async () =>
    (await import('#src/features/content/portfolios/ui/applicant-page.tsx')).ApplicantPage,
  cancel: async () =>
    (await import('#src/features/money/subscriptions/ui/cancel-page.tsx')).CancelPage,
  price: async () =>
    (await import('#src/features/money/subscriptions/ui/price-page.tsx')).PricePage,
  unsubscribe: async () =>
    (await import('#src/features/identity/mail-preferences/ui/unsubscribe-page.tsx'))
      .UnsubscribePage,
  contact: async () => (await import('#src/features/work/contact/ui/contact-form.tsx')).ContactForm,
  report: async () =>
    (await import('#src/features/trust/complaints/ui/report/report-form.tsx')).ReportForm,
  'age-check': async () =>
    (await import('#src/features/trust/age-checks/ui/age-check-page.tsx')).AgeCheckPage,
  'report-status': async () =>
    (await import('#src/features/trust/evidence/ui/report-party-page.tsx')).ReportPartyPage,
  consents: async () =>
    (await import('#src/features/content/consents/ui/own-consents-page.tsx')).OwnConsentsPage,
  release: async () =>
    (await import('#src/features/trust/releases/ui/own-release-page.tsx')).OwnReleasePage,
  'first-admin': async () =>
    (await import('#src/features/identity/auth/ui/setup-page.tsx')).SetupPage,
};

/** The page that most people open with a form. */
const NEXT_PAGES: Record<string, string> = { 'sign-in': '/my-feed' };

/** Resolves when the whole document is parsed: a cached script runs while the document still arrives. */
const pageParsed = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve);
    else resolve(undefined);
  });

async function start(): Promise<void> {
  await pageParsed();
  const root = document.querySelector<HTMLElement>('[data-form]')!;
  const name = root.dataset.form!;
  const load = forms[name]!;
  // After the first picture, because people read a page before they use it.
  await whenShown();
  const [{ hydrateForm }, Form] = await Promise.all([import('./hydrate-form.tsx'), load()]);
  hydrateForm(root, Form);
  const next = NEXT_PAGES[name];
  // Without it, the next page loads its files itself.
  if (next) preloadPage(next).catch(() => {});
}

/** Shows a notice above a form whose script could not be loaded. */
function showLoadFailure(): void {
  const notice = document.createElement('p');
  notice.className = 'form-notice';
  notice.role = 'alert';
  notice.append('Part of this page couldn’t be loaded. Check your connection and ');
  const again = Object.assign(document.createElement('a'), { href: '', textContent: 'try again' });
  notice.append(again, '.');
  document.body.prepend(notice);
}

start().catch(showLoadFailure);
