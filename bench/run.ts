import { benchFeed } from './feed.ts';
import { benchHashLists } from './hash-lists.ts';
import { benchInteractions } from './interactions.ts';
import { benchLists } from './lists.ts';
import { benchLongLists } from './long-lists.ts';
import { benchMarketplace } from './marketplace.ts';
import { benchMoney } from './money.ts';
import { options } from './options.ts';
import { benchPages, benchWeight } from './pages.ts';
import { benchPostMails } from './post-mails.ts';
import { benchPriceMoves } from './price-moves.ts';
import { compareCpu } from './scale-cpu.ts';
import { explainScale } from './scale-explain.ts';
import { benchScale, benchSteady } from './scale.ts';
import { benchSizes } from './sizes.ts';
import { benchStart } from './start.ts';
import { benchStudio } from './studio.ts';

if (options.scale) await benchScale();
if (options.only === 'explain') await explainScale();
if (options.only === 'cpu') await compareCpu();
const isSelected = (part: string) =>
  options.only === undefined ? !options.scale : options.only === part;

if (isSelected('feed')) await benchFeed();
if (isSelected('pages')) await benchPages();
if (options.only === 'weight') await benchWeight();
if (options.only === 'interactions') await benchInteractions();
if (options.only === 'long-lists') await benchLongLists();
if (isSelected('studio')) await benchStudio();
if (isSelected('lists')) await benchLists();
if (isSelected('marketplace')) await benchMarketplace();
if (isSelected('mails')) await benchPostMails();
if (isSelected('hashes')) await benchHashLists();
if (isSelected('money')) await benchMoney();
if (isSelected('prices')) await benchPriceMoves();
if (options.only === 'sizes') await benchSizes();
if (options.only === 'start') await benchStart();
if (options.only === 'steady') await benchSteady();
