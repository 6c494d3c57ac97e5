import { whenIdle } from '#src/ui/elements/when-free.ts';
import { isSavingData } from '#src/ui/live/saving-data.ts';

/** Loads the scripts and styles of another page once this one is idle, without running them. */
export async function preloadPage(address: string): Promise<void> {
  if (isSavingData()) return;
  await whenIdle();
  const response = await fetch(address);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const { href } of page.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
    addLink({ rel: 'modulepreload', href, fetchPriority: 'low' });
  }
  const styles = 'link[rel="stylesheet"], link[rel="preload"][as="style"]';
  for (const { href, crossOrigin } of page.querySelectorAll<HTMLLinkElement>(styles)) {
    addLink({ rel: 'preload', as: 'style', href, crossOrigin, fetchPriority: 'low' });
  }
}

function addLink(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link));
}
