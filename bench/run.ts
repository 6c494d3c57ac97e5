import { benchFeed } from './feed.ts';
import { options } from './options.ts';
import { benchPages } from './pages.ts';

if (options.only !== 'pages') await benchFeed();
if (options.only !== 'feed') await benchPages();
