import { compareSizes } from './lists.ts';
import { fillFan, fillMarketplace } from './marketplace-fill.ts';
import { signIn } from './studio-setup.ts';

/** The measured pages with their query strings. */
const PAGES: [title: string, query: string][] = [
  ['recommended', 'sort=recommended'],
  ['popular', 'sort=popular'],
  ['newest', 'sort=newest'],
  ['oldest', 'sort=oldest'],
  ['price, low to high', 'sort=price-low'],
  ['price, high to low', 'sort=price-high'],
  ['name', 'sort=name'],
  ['one category, popular', 'sort=popular&category=Goth'],
  ['two categories, newest', 'sort=newest&category=Goth&category=Nerdy'],
  ['a price range, popular', 'sort=popular&price=50-100'],
  ['hide subscribed, recommended', 'sort=recommended&hideSubscribed=true'],
  ['favorites, newest', 'sort=newest&favorites=true'],
  ['search with many results, popular', 'sort=popular&search=calloway'],
  ['search with few results, popular', 'sort=popular&search=calloway%20450'],
  ['search in the description, recommended', 'sort=recommended&search=number%20777'],
];

const first = (query: string) => `/api/marketplace?${query}`;

/** Compares the marketplace with a hundred times the influencers: its time must not grow. */
export async function benchMarketplace(): Promise<void> {
  await compareSizes(
    { many: 100_000, few: 1_000 },
    fillMarketplace,
    async (setup) => {
      const fan = await signIn(setup, 'subscriber');
      await fillFan(setup, fan.id);
      return fan;
    },
    async (raceLists, read) => {
      for (const [title, query] of PAGES) await raceLists(title, async () => first(query));
      for (const sort of ['recommended', 'popular', 'newest', 'price-low', 'name']) {
        await raceLists(`${sort}, next page`, async (instance) => {
          const { nextCursor } = (await read(instance, first(`sort=${sort}`))) as {
            nextCursor: string;
          };
          return `${first(`sort=${sort}`)}&cursor=${encodeURIComponent(nextCursor)}`;
        });
      }
    },
  );
}
