/** The language of dates, numbers and lists on all screens and in mails. */
export const LOCALE = 'en-US';

/** The currency of all amounts. */
export const CURRENCY = 'USD';
