const NAME = /^@?([\w.-]{1,60})$/;

const PROFILE_BASE_URLS = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
} as const;
export type Platform = keyof typeof PROFILE_BASE_URLS;

/** The profile address of a typed handle; null for neither a handle nor an address. */
export function profileLink(platform: Platform, typed: string): string | null {
  const text = typed.trim();
  if (/^https?:\/\/[^\s]+$/i.test(text)) return text;
  const name = NAME.exec(text)?.[1];
  return name ? `${PROFILE_BASE_URLS[platform]}${name}` : null;
}

/** The `tel:` address of a typed phone number; null without digits. */
export function phoneLink(typed: string): string | null {
  // Text after the number, such as an extension, is not dialled.
  const [number = ''] = /^[+\d\s()./-]+/.exec(typed.trim()) ?? [];
  const dialled = number.replaceAll(/[^\d+]/g, '');
  return /\d/.test(dialled) ? `tel:${dialled}` : null;
}
