import { expect, expectAccessibleInBothSchemes, LONG, test } from '#e2e/support/test.ts';

test(
  'the child safety officer opens an escalation, downloads its package and records the report',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/complaints?kind=minor');
    await page.getByRole('rowheader', { name: /^Someone under 18/ }).click();
    await page.getByRole('link', { name: /^Escalation ES-/ }).click();
    await expect(page.getByRole('heading', { name: 'Escalations', exact: true })).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const reason = page.getByRole('dialog', { name: 'Open this escalation' });
    await reason.getByLabel('Reason').fill('To prepare the report');
    await reason.getByRole('button', { name: 'Open', exact: true }).click();
    const custody = page.getByRole('region', { name: 'Chain of custody' });
    await expect(custody).toContainText('To prepare the report');
    await expect(page.getByRole('region', { name: 'Files' })).toContainText('SHA-256');
    await expectAccessibleInBothSchemes(page);

    await page.getByRole('button', { name: 'Download Package' }).click();
    const download = page.getByRole('dialog', { name: 'Download Package' });
    await download.getByLabel('Reason').fill('For the authority');
    const file = page.waitForEvent('download');
    await download.getByRole('button', { name: 'Download', exact: true }).click();
    expect((await file).suggestedFilename()).toMatch(/^ES-.*\.zip$/);

    await page.getByRole('button', { name: 'Mark as Submitted' }).click();
    const submission = page.getByRole('dialog', { name: 'Mark as Submitted' });
    await submission.getByLabel('Reference').fill('123456789');
    await submission.getByRole('button', { name: 'Save' }).click();
    await expect(custody).toContainText('Package downloaded');
    await expect(custody).toContainText('NCMEC CyberTipline: 123456789');
    await page.getByRole('button', { name: 'All Escalations' }).click();
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible();
  },
);

test(
  'the records of a performer are downloaded for an inspection',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/record-index?search=Mara');
    await page.getByRole('checkbox', { name: /Mara V\./ }).check();
    await page.getByRole('button', { name: 'Download Records' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download Records' });
    await dialog.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(dialog.getByText('Enter a reason')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Inspection of November');
    const file = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download', exact: true }).click();
    expect((await file).suggestedFilename()).toBe('records.zip');
    await expect(dialog).toBeHidden();
  },
);
