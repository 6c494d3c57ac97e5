import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './edit-preview.module.css';

type PreviewFrameProps = {
  title: string;
  /** Width of the previewed screen in pixels, scaled to fit. */
  width: number;
  /** Id of the element to scroll into view. */
  visibleSection: string | null;
  children: ReactNode;
};

// With a doctype, to avoid quirks mode.
const EMPTY = '<!doctype html><html lang="en"><head></head><body></body></html>';

/**
 * Shows a page in an iframe, so that widths, heights and fixed elements behave as on a real screen.
 * It can be scrolled, but not clicked or focused.
 */
export function PreviewFrame({ title, width, visibleSection, children }: PreviewFrameProps) {
  const { ref, width: room, height } = useElementSize();
  const [page, setPage] = useState<Document | null>(null);
  const colorScheme = useComputedColorScheme('dark', { getInitialValueInEffect: false });
  const scale = room > 0 ? Math.min(1, room / width) : 0;

  useEffect(() => (page ? followStyles(page) : undefined), [page]);

  useEffect(() => {
    page?.documentElement.setAttribute('data-mantine-color-scheme', colorScheme);
  }, [page, colorScheme]);

  useEffect(() => {
    if (!page || visibleSection === null) return;
    const top = page.getElementById(visibleSection)?.getBoundingClientRect().top;
    // Not scrollIntoView, which would also scroll the outer window.
    const scrolled = page.documentElement.scrollTop;
    page.documentElement.scrollTo({ top: top === undefined ? 0 : scrolled + top - 96 });
  }, [page, visibleSection]);

  return (
    <div ref={ref} className={styles.room}>
      <iframe
        title={title}
        srcDoc={EMPTY}
        className={styles.frame}
        style={{
          left: (room - width * scale) / 2,
          width,
          height: scale > 0 ? height / scale : 0,
          transform: `scale(${scale})`,
        }}
        onLoad={(event) => setPage(event.currentTarget.contentDocument)}
      />
      {page &&
        createPortal(
          <div inert className={styles.page}>
            {children}
          </div>,
          page.body,
        )}
    </div>
  );
}

/** Copies this page's styles, also those added later. */
function followStyles(page: Document): () => void {
  const selector = 'style, link[rel="stylesheet"]';
  const copy = (node: Node) => {
    if (node instanceof Element && node.matches(selector)) {
      page.head.append(page.importNode(node, true));
    }
  };
  page.head.replaceChildren();
  document.head.querySelectorAll(selector).forEach(copy);
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(copy);
  });
  observer.observe(document.head, { childList: true });
  return () => observer.disconnect();
}
