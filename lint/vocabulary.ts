/** Words that the code does not use, each with the terms to use instead (docs/glossary.md). */
const REPLACEMENTS: Record<string, string> = {
  arrivals: 'incoming uploads',
  asked: 'requested',
  beat: 'heartbeat',
  booked: 'recorded',
  books: 'ledger',
  clip: 'video',
  deed: 'audit entry',
  film: 'video',
  films: 'videos',
  'give back': 'refund',
  'give up': 'mark as failed',
  'given back': 'refunded',
  'given up': 'failed',
  'half written': 'partial',
  heard: 'received',
  house: 'platform, site or app',
  kept: 'cached, stored, retained or resumed',
  noted: 'recorded',
  office: 'back office',
  reel: 'video',
  situation: 'state',
  'take back': 'reverse',
  'taken back': 'reversed',
  told: 'notified or published',
  wanted: 'requested',
};

const FORBIDDEN = new RegExp(
  `(?<!back[ -])\\b(${Object.keys(REPLACEMENTS)
    .map((term) => term.replace(' ', '(?: it)? '))
    .join('|')})\\b`,
  'g',
);

/** Splits names in camel case and in capitals into words: `giveUpMedia`, `GIVE_UP` and "give up". */
const toWords = (text: string): string =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\s*]+/g, ' ')
    .toLowerCase();

/** The first forbidden term of a name, a comment or a title with its replacement; null if none. */
export function findForbiddenTerm(text: string): { term: string; replacement: string } | null {
  const term = toWords(text).match(FORBIDDEN)?.[0]?.replace(' it ', ' ');
  return term ? { term, replacement: REPLACEMENTS[term]! } : null;
}
