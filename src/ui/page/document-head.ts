import type { ComponentProps } from 'react';
import { pageContext } from './page-context.ts';

/** The width and height of every card, in pixels. */
const CARD_SIZE = { width: '1200', height: '630' };
const DEFAULT_CARD = { path: '/card.png', alt: 'Velvet Rope. Private pages, month by month. 18+' };

/** Excludes a page from search engines: every page behind sign-in, and missing pages. */
export const NOT_INDEXED = { name: 'robots', content: 'noindex' };

type DocumentHead = {
  /** The whole title, as a browser tab shows it. */
  title: string;
  description: string;
  /** The canonical path of the page, with its leading slash. */
  path: string;
  /** Whether search engines may list the page. */
  index?: boolean;
  type?: 'website' | 'profile';
  /** The picture that social sites show, never of a person; by default the platform's own. */
  card?: { path: string; alt: string };
  /** Structured data of the page as schema.org objects without `@context`. */
  jsonLd?: Record<string, unknown>[];
};

// The router renders this as an escaped script; its types do not include the property yet.
const jsonLdScript = (data: Record<string, unknown>): ComponentProps<'meta'> =>
  ({ 'script:ld+json': { '@context': 'https://schema.org', ...data } }) as ComponentProps<'meta'>;

/**
 * The `head` of a public route, for search engines and social sites. `origin` is the public address
 * of the platform.
 */
export function documentHead(
  {
    title,
    description,
    path,
    index = false,
    type = 'website',
    card = DEFAULT_CARD,
    jsonLd = [],
  }: DocumentHead,
  origin = pageContext().origin,
) {
  const address = origin + path;
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      index ? { name: 'robots', content: 'index, follow, max-image-preview:large' } : NOT_INDEXED,
      { property: 'og:site_name', content: 'Velvet Rope' },
      { property: 'og:type', content: type },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address },
      { property: 'og:locale', content: 'en_US' },
      { property: 'og:image', content: origin + card.path },
      { property: 'og:image:type', content: 'image/png' },
      { property: 'og:image:width', content: CARD_SIZE.width },
      { property: 'og:image:height', content: CARD_SIZE.height },
      { property: 'og:image:alt', content: card.alt },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      { name: 'twitter:image', content: origin + card.path },
      { name: 'twitter:image:alt', content: card.alt },
      ...jsonLd.map(jsonLdScript),
    ],
    links: [{ rel: 'canonical', href: address }],
  };
}
