const NAME = /^@?([\w.-]{1,60})$/;

const PROFILE_BASE_URLS = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
} as const;
export type Platform = keyof typeof PROFILE_BASE_URLS;

/** Where what an applicant typed as a handle leads to; null for what is no handle nor an address. */
export function profileLink(platform: Platform, typed: string): string | null {
  const text = typed.trim();
  if (/^https?:\/\/[^\s]+$/i.test(text)) return text;
  const name = NAME.exec(text)?.[1];
  return name ? `${PROFILE_BASE_URLS[platform]}${name}` : null;
}

/** Where a call to what was typed as a phone number leads; null for what has no number. */
export function phoneLink(typed: string): string | null {
  // What follows in words, such as an extension, is not dialled.
  const [number = ''] = /^[+\d\s()./-]+/.exec(typed.trim()) ?? [];
  const dialled = number.replaceAll(/[^\d+]/g, '');
  return /\d/.test(dialled) ? `tel:${dialled}` : null;
}
