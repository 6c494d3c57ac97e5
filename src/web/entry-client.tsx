import '#src/ui/theme/base-styles.ts';
import './refuse-eval.ts';
import { startEarlyRequests } from './early-requests.ts';

const SESSION = '/api/auth/session';
/** What screens request first, by their address; other screens need at least the session. */
const FIRST_REQUESTS: Record<string, string[]> = { '/my-feed': [SESSION, '/api/feed'] };

// Built forms have an entry of their own.
if (import.meta.env.DEV && document.documentElement.dataset.page === 'form') {
  void import('./entry-form.tsx');
} else {
  const { pathname, search } = window.location;
  startEarlyRequests((!search && FIRST_REQUESTS[pathname]) || [SESSION]);
  void import('./entry-app.tsx');
}
