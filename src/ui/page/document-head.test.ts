import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  HeadContent,
  RouterProvider,
} from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { documentHead } from './document-head.ts';

const ORIGIN = 'https://rope.example';
const PAGE = { title: 'Ana · Velvet Rope', description: 'About Ana.', path: '/ana' };

/** The head as the router renders it. */
async function render(page: Parameters<typeof documentHead>[0]): Promise<string> {
  const root = createRootRoute({ component: HeadContent });
  const route = createRoute({
    getParentRoute: () => root,
    path: '/',
    head: () => documentHead(page, ORIGIN),
  });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory(),
    isServer: true,
  });
  await router.load();
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

test('a page has one canonical address and one card, both with the public origin', async () => {
  const html = await render({ ...PAGE, card: { path: '/cards/ana.png', alt: 'Ana' } });
  expect(html).toContain('<title>Ana · Velvet Rope</title>');
  expect(html).toContain('<link rel="canonical" href="https://rope.example/ana"/>');
  expect(html).toContain('<meta property="og:url" content="https://rope.example/ana"/>');
  expect(html).toContain(
    '<meta property="og:image" content="https://rope.example/cards/ana.png"/>',
  );
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  expect(html).toContain('<meta property="og:image:width" content="1200"/>');
});

test('search engines may list a page only if its route allows it', async () => {
  expect(await render(PAGE)).toContain('<meta name="robots" content="noindex"/>');
  const open = await render({ ...PAGE, index: true });
  expect(open).not.toContain('noindex');
  expect(open).toContain('<meta name="robots" content="index');
});

test('a name cannot break out of the script or the attribute that contains it', async () => {
  const name = '</script><script>alert("1")</script>\u2028<!-- & \'';
  const html = await render({
    ...PAGE,
    title: name,
    description: name,
    jsonLd: [{ '@type': 'Person', name }],
  });
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(scripts).toHaveLength(1);
  expect(JSON.parse(scripts[0]![1]!)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Person',
    name,
  });
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain('<!--');
});
