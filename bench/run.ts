import { benchFeed } from './feed.ts';
import { benchLists } from './lists.ts';
import { benchMoney } from './money.ts';
import { options } from './options.ts';
import { benchPages } from './pages.ts';
import { benchStudio } from './studio.ts';

const isWanted = (part: string) => options.only === undefined || options.only === part;

if (isWanted('feed')) await benchFeed();
if (isWanted('pages')) await benchPages();
if (isWanted('studio')) await benchStudio();
if (isWanted('lists')) await benchLists();
if (isWanted('money')) await benchMoney();
