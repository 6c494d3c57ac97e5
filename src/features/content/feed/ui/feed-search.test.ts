import { describe, expect, it } from 'vitest';
import { feedSearchSchema } from './feed-search.ts';

describe('the address of the feed', () => {
  it('keeps tab, search and filters', () => {
    const address = {
      tab: 'public',
      search: 'velvet',
      influencerId: '0b5f1c1e-8f3a-4a52-9d0a-3a1f6f0f6a11',
      category: 'Fitness',
    };
    expect(feedSearchSchema.parse(address)).toEqual(address);
  });

  it('omits invalid values and keeps the others', () => {
    const address = { tab: 'other', search: 'velvet', influencerId: '3', category: 'Nothing' };
    expect(feedSearchSchema.parse(address)).toEqual({ search: 'velvet' });
  });
});
