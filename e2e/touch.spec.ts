import { makeDemoImage } from '#src/demo/media/media.ts';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { expect, LONG, test, toast, waitForForm } from './support/test.ts';
import { moveFingers, type Point } from './support/touch.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const FIELDS =
  ':is(input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select):visible';

/** Addresses with fields, by who opens them; null is a visitor. */
const SCREENS = [
  [null, ['/auth', '/signup', '/subscribe', '/contact', '/forgot-password']],
  ['fan', ['/my-feed', '/marketplace', '/my-account']],
  ['influencer', ['/profile', '/my-content', '/vault']],
  [
    'admin',
    [
      '/tasks',
      '/tasks?action=create',
      '/users?action=create',
      '/influencers?action=create',
      '/subscription-plans?action=create',
      '/content/new',
      '/content/plan',
      '/corrections',
      '/payouts?action=run',
      '/reports',
      '/audit',
    ],
  ],
] as const;

test(
  'on a phone no field has text below 16 pixels, which would make iPhones zoom in',
  LONG,
  async ({ page, signIn, baseURL }) => {
    test.setTimeout(240_000);
    await page.context().addCookies([{ name: AGE_COOKIE, value: AGE_CONFIRMED, url: baseURL! }]);
    const small: string[] = [];
    for (const [who, addresses] of SCREENS) {
      if (who) await signIn(who);
      for (const address of addresses) {
        await page.goto(address);
        await waitForForm(page);
        const opened = address.includes('action=') ? page.getByRole('dialog') : page.locator('h1');
        await expect(opened.first()).toBeVisible();
        await expect(page.locator('main [aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(
          0,
        );
        const found = await page
          .locator(FIELDS)
          .evaluateAll((all) =>
            all
              .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
              .map((field) => field.outerHTML),
          );
        small.push(...found.map((html) => `${address} ${html}`));
      }
    }
    expect(small).toEqual([]);
  },
);

test(
  'on a phone the dialog of a task keeps its width when people are chosen',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/tasks?action=create');
    const form = page.getByRole('dialog').locator('form');
    await form.getByRole('combobox', { name: 'Assignees' }).click();
    const people = page.getByRole('listbox', { name: 'Assignees' }).getByRole('option');
    for (const index of [0, 1]) await people.nth(index).click();
    await expect(form.locator('.mantine-Pill-root')).toHaveCount(2);
    await expect.poll(() => form.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  },
);

test(
  'on a phone a toast is above the buttons, and closes by a tap beside its small one',
  LONG,
  async ({ page, signIn }) => {
    await signIn('fan');
    await page.goto('/my-account');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Success')).toBeVisible();
    const close = toast(page, 'Success').getByRole('button', { name: 'Close toast' });
    await expect.poll(async () => (await close.boundingBox())?.y).toBeLessThan(200);
    const { x, y, width, height } = (await close.boundingBox())!;
    await page.touchscreen.tap(x + width / 2 + 18, y + height / 2 + 18);
    await expect(toast(page, 'Success')).toHaveCount(0);
  },
);

test('on a phone a list opens at the chosen tab', LONG, async ({ page, signIn }) => {
  await signIn('staff');
  for (const [address, name] of [
    ['/tasks?status=failed', /^Failed/],
    ['/content?state=failed', 'Failed'],
  ] as const) {
    await page.goto(address);
    const tab = page.getByRole('radio', { name });
    await expect(tab).toBeChecked();
    await expect(page.locator('main [aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
    await expect(page.locator('label[data-active]')).toBeInViewport({ ratio: 1 });
  }
});

test(
  'on a phone the second line of a card has the net payout, the topic or the assignee, and the status',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    const expectLabels = async (address: string, list: string, labels: string[]) => {
      await page.goto(address);
      const card = page.getByRole('list', { name: list }).getByRole('listitem').first();
      await expect(card.locator('dt')).toHaveText(labels);
    };
    await expectLabels('/payouts', 'Payouts', ['Period', 'Net', 'Status']);
    await expectLabels('/inbox', 'Messages', ['Topic', 'Status']);
    await expectLabels('/tasks', 'Tasks', ['Assignee', 'Status']);
  },
);

test(
  'on a phone a field with the focus is never behind the footer of its dialog',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/influencers?action=create');
    const dialog = page.getByRole('dialog', { name: 'Create Influencer' });
    await expect(dialog.locator('footer')).toBeVisible();
    const fields = dialog.locator(FIELDS);
    const spaceBelow = (field: Element) =>
      field.closest('form')!.querySelector('footer')!.getBoundingClientRect().top -
      field.getBoundingClientRect().bottom;
    for (let index = 0; index < (await fields.count()); index++) {
      await fields.nth(index).focus();
      await expect.poll(() => fields.nth(index).evaluate(spaceBelow)).toBeGreaterThanOrEqual(0);
    }
    const category = dialog.getByRole('combobox', { name: 'Content Category' });
    await category.fill('Beauty');
    await page.getByRole('option', { name: 'Beauty' }).click();
    await expect(category).toHaveValue('Beauty');
  },
);

test('on a phone a tap on the button beside a figure explains it, and a tap elsewhere ends that', async ({
  page,
  signIn,
}) => {
  await signIn('influencer');
  await page.goto('/earnings');
  await expect(page.getByRole('heading', { name: 'Insights' })).toBeVisible();
  // A tap while figures still arrive explains nothing.
  await expect(async () => {
    await page
      .getByRole('button', { name: /^About: / })
      .first()
      .tap();
    await expect(page.getByRole('tooltip')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('heading', { level: 1 }).tap();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test('on a phone a file is moved by holding its handle and dragging', async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/content/new');
  const pictures = ['first.jpg', 'second.jpg'].map(async (name) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await makeDemoImage({ seed: name, kind: 'portrait' }),
  }));
  await page.locator('input[type="file"]').setInputFiles(await Promise.all(pictures));
  const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(files.getByText('Ready')).toHaveCount(2);
  const handle = (name: string) => page.getByRole('button', { name: `Reorder ${name}` });
  await handle('second.jpg').scrollIntoViewIfNeeded();
  const centersOf = (all: Element[]) =>
    all.map((each): Point => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
  const handles = handle('first.jpg').or(handle('second.jpg'));
  const [from, to] = await handles.evaluateAll(centersOf);
  await moveFingers(page, [[from!, to!]], () =>
    expect(handle('first.jpg')).toHaveAttribute('aria-pressed', 'true'),
  );
  await expect(files.first()).toHaveAccessibleName('second.jpg');
});

test('on a phone held sideways nothing is under the notch', LONG, async ({ page, signIn }) => {
  const insets = { left: 47, right: 47, bottom: 21 };
  await page.setViewportSize({ width: 844, height: 390 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  const findCovered = () =>
    page.evaluate(
      ({ left, right }) =>
        // A dialog covers the whole screen then.
        [
          ...(document.querySelector('[aria-modal="true"]') ?? document).querySelectorAll(
            'a, button, input, h1, h2, p',
          ),
        ]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .filter(
            (element) => !element.closest('.visually-hidden, [class*="scroll"], [class*="chips"]'),
          )
          .filter((element) => {
            // Rows that scroll sideways go on under the notch.
            let parent = element.parentElement;
            while (parent && parent.scrollWidth <= parent.clientWidth)
              parent = parent.parentElement;
            return !parent || getComputedStyle(parent).overflowX === 'visible';
          })
          .filter((element) => {
            const box = element.getBoundingClientRect();
            const isOnScreen = box.width > 1 && box.bottom > 0 && box.top < innerHeight;
            return isOnScreen && (box.left < left || box.right > innerWidth - right);
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      insets,
    );
  await page.goto('/auth');
  await waitForForm(page);
  await expect.poll(findCovered).toEqual([]);
  await signIn('fan');
  for (const address of ['/my-feed', '/marketplace', '/marlowe-vesperine']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(findCovered, { message: address }).toEqual([]);
  }
  await signIn('staff');
  await page.goto('/tasks?action=create');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(findCovered).toEqual([]);
});
