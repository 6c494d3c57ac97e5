import '#src/ui/theme/base-styles.ts';

// Where zod looks for its settings when it is loaded, which is later: it would try to make code at
// run time, and the content security policy refuses that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** The forms of the public pages, by the name that their `FormRoot` bears. */
const forms: Record<string, () => Promise<React.ComponentType>> = {
  'sign-in': async () => (await import('#src/features/identity/auth/ui/auth-page.tsx')).AuthPage,
  'fan-sign-up': async () =>
    (await import('#src/features/identity/fan-sign-up/ui/fan-signup-page.tsx')).FanSignupPage,
  'forgot-password': async () =>
    (await import('#src/features/identity/auth/ui/forgot-password-page.tsx')).ForgotPasswordPage,
  'reset-password': async () =>
    (await import('#src/features/identity/auth/ui/reset-password-page.tsx')).ResetPasswordPage,
  application: async () =>
    (await import('#src/features/agency/applications/ui/wizard/application-page.tsx'))
      .ApplicationPage,
  cancel: async () =>
    (await import('#src/features/money/subscriptions/ui/cancel-page.tsx')).CancelPage,
  contact: async () => (await import('#src/features/work/contact/ui/contact-form.tsx')).ContactForm,
  'first-admin': async () =>
    (await import('#src/features/identity/auth/ui/setup-page.tsx')).SetupPage,
};

// The page is read before it is used: what it needs to run waits until it is on the screen.
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

async function start(): Promise<void> {
  const root = document.querySelector<HTMLElement>('[data-form]');
  const load = root && forms[root.dataset.form ?? ''];
  if (!load) return void (await import('./entry-app.tsx'));
  await painted();
  const [{ hydrateForm }, Form] = await Promise.all([import('./entry-form.tsx'), load()]);
  hydrateForm(root, <Form />);
}

/** Says above the form that it cannot be used: the connection broke off while it was loaded. */
function showLoadFailure(): void {
  const notice = document.createElement('p');
  notice.className = 'form-notice';
  notice.role = 'alert';
  notice.append('Part of this page could not be loaded. Check your connection and ');
  const again = Object.assign(document.createElement('a'), { href: '', textContent: 'try again' });
  notice.append(again, '.');
  document.body.prepend(notice);
}

start().catch(showLoadFailure);
