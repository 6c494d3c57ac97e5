import { expect, test } from 'vitest';
import { phoneLink, profileLink } from './contact-links.ts';

test.each([
  ['instagram', '@marlowe', 'https://www.instagram.com/marlowe'],
  ['tiktok', ' marlowe.moves ', 'https://www.tiktok.com/@marlowe.moves'],
  ['youtube', 'MarloweAtNight', 'https://www.youtube.com/@MarloweAtNight'],
  ['youtube', 'https://youtube.example/c/marlowe', 'https://youtube.example/c/marlowe'],
] as const)('on %s, %s links to %s', (platform, typed, link) => {
  expect(profileLink(platform, typed)).toBe(link);
});

test.each(['javascript:alert(1)', 'two words', 'a/../b', '<b>', 'data:text/html,x', '@'])(
  '%s has no link',
  (typed) => {
    expect(profileLink('instagram', typed)).toBeNull();
  },
);

test.each([
  ['+1 (555) 010-0100', 'tel:+15550100100'],
  [' 0351/555.0100 ext. 7', 'tel:03515550100'],
  ['ask for Marlowe', null],
  ['---', null],
])('the phone number %s links to %s', (typed, link) => {
  expect(phoneLink(typed)).toBe(link);
});
