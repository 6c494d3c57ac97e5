import { test } from './support/test.ts';
import { mailsTo } from './support/mailbox.ts';
for (const [w, scheme] of [[390, 'dark'], [1440, 'light']] as const)
  test(`shots ${w}`, async ({ page, signIn, request }) => {
    const email = `shot-${w}@example.test`;
    await request.post('/api/applications', { data: { fullName: 'Marlowe', email, phone: '+1 555 0100', age: 30, contentCategory: 'Cosplay', whyJoin: 'To be closer.' } });
    await page.setViewportSize({ width: w, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/for-creators'); await page.waitForLoadState('networkidle');
    await page.screenshot({ path: `/tmp/shots/creators-${w}.png`, fullPage: true });
    await page.goto('/signup'); await page.waitForLoadState('networkidle');
    await page.screenshot({ path: `/tmp/shots/signup-${w}.png`, fullPage: true });
    while (mailsTo(email).length === 0) await page.waitForTimeout(200);
    await page.goto(/http\S+\/application#\S+/.exec(mailsTo(email)[0]!.text)![0]); await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/shots/status-${w}.png`, fullPage: true });
    await signIn('staff');
    await page.goto(`/applications?search=${email}`); await page.getByText('Marlowe').last().click(); await page.waitForTimeout(1500);
    await page.getByRole('button', { name: 'Ask a question' }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: `/tmp/shots/app-${w}.png` });
  });
