import type { ComponentProps } from 'react';
import { pageContext } from './page-context.ts';

/** The width and height of every card, in pixels. */
const CARD_SIZE = { width: '1200', height: '630' };
const HOUSE_CARD = { path: '/card.png', alt: 'Velvet Rope. Private pages, month by month. 18+' };

/** Keeps a page out of search engines: everything behind sign-in, and what leads nowhere. */
export const NOT_INDEXED = { name: 'robots', content: 'noindex' };

type DocumentHead = {
  /** The whole title, as a tab shows it. */
  title: string;
  description: string;
  /** The page's one address, from the slash on. */
  path: string;
  /** Whether search engines may list the page. */
  index?: boolean;
  type?: 'website' | 'profile';
  /** The picture that social sites show; the house's own unless given. Never one of a person. */
  card?: { path: string; alt: string };
  /** What the page is about, in schema.org's words without their context. */
  jsonLd?: Record<string, unknown>[];
};

// The router makes a script of it and escapes what could end that; its types do not know yet.
const jsonLdScript = (thing: Record<string, unknown>): ComponentProps<'meta'> =>
  ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } }) as ComponentProps<'meta'>;

/**
 * What a public route's `head` answers with: how the page presents itself to search engines and
 * social sites. `origin` is the product's public address.
 */
export function documentHead(
  {
    title,
    description,
    path,
    index = false,
    type = 'website',
    card = HOUSE_CARD,
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
