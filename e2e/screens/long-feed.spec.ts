import { expect, test } from '#e2e/support/test.ts';

const CARDS = 120;

test('a feed of many pages draws the cards near the screen, and the keyboard reaches the others', async ({
  page,
  signIn,
}) => {
  await signIn('fan');
  await page.goto('/my-feed?tab=public');
  const cards = page.locator('main article');
  await expect(cards.first()).toBeVisible();
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await cards.count()).toBeGreaterThan(CARDS);
  }).toPass();

  const isDrawn = (card: Element) =>
    card.firstElementChild!.checkVisibility({ contentVisibilityAuto: true });
  const countDrawn = async () => {
    const drawn = await cards.evaluateAll((all) =>
      all.map(({ firstElementChild }) =>
        firstElementChild!.checkVisibility({ contentVisibilityAuto: true }),
      ),
    );
    return drawn.filter(Boolean).length;
  };
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => cards.first().evaluate(isDrawn)).toBe(true);
  await expect.poll(countDrawn).toBeLessThan(CARDS / 3);

  const far = cards.nth(CARDS - 20);
  await expect.poll(() => far.evaluate(isDrawn)).toBe(false);
  await far.getByRole('link').or(far.getByRole('button')).first().focus();
  await expect(far).toBeInViewport();
  await expect.poll(() => far.evaluate(isDrawn)).toBe(true);
  // The next control is in the same card or in the one after it, as if all were drawn.
  const expected = await far.evaluate((card) => {
    const controls = [...card.closest('ul')!.querySelectorAll('a, button')];
    return controls[controls.indexOf(document.activeElement!) + 1]!.outerHTML;
  });
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement!.outerHTML)).toBe(expected);

  // A card with the focus stays drawn; others are skipped again.
  await page.getByRole('tab', { name: 'Public Feed' }).focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => far.evaluate(isDrawn)).toBe(false);
});
