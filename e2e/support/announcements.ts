import type { Page } from '@playwright/test';

/** A text that screen readers say while the focus is elsewhere; an alert interrupts what they read. */
export type Announcement = `${'alert' | 'status'}: ${string}`;

/**
 * Records what the page announces by its live regions from now on, also after its next navigations. A
 * status that appears together with its text is not announced: most screen readers say only what changes
 * in a region that exists.
 */
export async function recordAnnouncements(page: Page): Promise<Announcement[]> {
  const said: Announcement[] = [];
  await page.exposeFunction('announce', (text: Announcement) => said.push(text));
  await page.addInitScript(observe);
  return said;
}

/** Runs in the page. */
function observe(): void {
  const { announce } = window as unknown as { announce: (text: string) => void };
  const REGION = '[aria-live], [role="alert"], [role="status"], [role="log"], output';
  const kindOf = (region: Element): 'alert' | 'status' | null => {
    const live = region.getAttribute('aria-live');
    if (live === 'off') return null;
    if (live) return live === 'assertive' ? 'alert' : 'status';
    return region.getAttribute('role') === 'alert' ? 'alert' : 'status';
  };
  const isAtomic = (region: Element): boolean =>
    (region.getAttribute('aria-atomic') ?? String(region.hasAttribute('role'))) === 'true';
  /** What is read of a node: without what is hidden. */
  const textOf = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
    if (!(node instanceof Element) || node.matches('[aria-hidden="true"], script, style'))
      return '';
    if (!node.checkVisibility()) return '';
    const label =
      node.matches('[role="img"], img, button, a') &&
      (node.getAttribute('aria-label') ?? node.getAttribute('alt'));
    return label || [...node.childNodes].map(textOf).join(' ');
  };
  const clean = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const known = new WeakMap<Element, string>();
  const changed = new Map<Element, Set<Node>>();
  const appeared = new Set<Element>();

  const flush = () => {
    for (const region of appeared) {
      if (!region.isConnected) continue;
      const text = clean(textOf(region));
      known.set(region, text);
      if (text && kindOf(region) === 'alert') announce(`alert: ${text}`);
    }
    for (const [region, nodes] of changed) {
      if (appeared.has(region) || !region.isConnected) continue;
      const whole = clean(textOf(region));
      if (whole === known.get(region)) continue;
      known.set(region, whole);
      const added = [...nodes].filter((node) => node.isConnected);
      const text = isAtomic(region) ? whole : clean(added.map(textOf).join(' '));
      if (text && kindOf(region)) announce(`${kindOf(region)}: ${text}`);
    }
    changed.clear();
    appeared.clear();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onChange = (records: MutationRecord[]) => {
    for (const { target, addedNodes, type } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(REGION);
      if (region) {
        const nodes = changed.get(region) ?? new Set();
        for (const node of type === 'characterData' ? [target] : addedNodes) nodes.add(node);
        changed.set(region, nodes);
      }
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(REGION)) appeared.add(node);
        for (const inner of node.querySelectorAll(REGION)) appeared.add(inner);
      }
    }
    // Screen readers say the state after a burst of changes, too.
    timer ??= setTimeout(() => {
      timer = undefined;
      flush();
    }, 150);
  };
  // What the page is loaded with is read by the reader’s own commands.
  addEventListener('DOMContentLoaded', () => {
    for (const region of document.querySelectorAll(REGION))
      known.set(region, clean(textOf(region)));
    new MutationObserver(onChange).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}
