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

/** Phrases that screens and mails do not use, each with the wording to use instead. */
const PHRASES: Record<string, string> = {
  'an own': 'a new … or your own …',
  'as it came': 'as received',
  'at present': 'right now',
  'by that name': 'found',
  'comes about': 'is calculated',
  'hand in': 'submit',
  'how many percent': 'what share',
  'is gone': 'no longer exists',
  'no such': 'no matching …, or … not found',
  'our mail': 'our email',
  'people of 18': 'people aged 18',
  'present state': 'current state',
  'speaks of': 'refers to',
  'still wait': 'are still waiting',
  'still waits': 'is still waiting',
  'stop the renewals': 'cancel the subscription',
  'taken back': 'undone or reversed',
  'the house': 'Velvet Rope, or our team',
  'this mail': 'this email',
  'this rope': 'the rope',
  'unwanted mail': 'spam folder',
  'watch until': 'access until',
  'waits for review': 'to review, or in review',
};

const ODD_PHRASE = new RegExp(`\\b(${Object.keys(PHRASES).join('|')})\\b`, 'i');

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

/** The first odd phrase of a text on screens or in mails with its replacement; null if none. */
export function findOddPhrase(text: string): { phrase: string; replacement: string } | null {
  const phrase = text.replace(/\s+/g, ' ').match(ODD_PHRASE)?.[0]?.toLowerCase();
  return phrase ? { phrase, replacement: PHRASES[phrase]! } : null;
}
